#!/usr/bin/env bash
# readme_test.sh fails where a page is wrong, and says where: each page below has one mistake, and the first has none.
#     sees_mistakes_test.sh BANKMAP SOURCE_FOLDER
set -euo pipefail
bankmap=$(realpath "$1")
source_folder=$(realpath "$2")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
ln -s "$source_folder/assets" "$source_folder/tests" "$work"
failed=0

# says: what the run must say; empty: nothing is wrong.   page: on standard input
page_says() {
  local says=$1 page out
  page=$(cat)
  # Enough that is right, so that the run is not refused for its size.
  printf '%s\n' "$page" '```' 'bankmap --version'{,,,,,,,,,} '```' > "$work/page.md"
  if out=$(bash "$source_folder/tests/readme/readme_test.sh" "$bankmap" "$work" page.md); then
    [ -z "$says" ] && return
  elif [ -n "$says" ] && [[ $out == *"FAILED: page.md:"*"$says"* ]]; then
    return
  fi
  failed=$((failed + 1))
  printf 'FAILED: not "%s" but\n%s\n' "$says" "$out"
}

page_says '' <<'END'
<!-- file: two.json -->
```json
{"format": "bankmap-scenario", "version": 1, "tiles": [{"rows": 32, "columns": 32}],
 "accesses": [{"instruction": "ld.b32", "pattern": {"kind": "row", "row": "0"}}]}
```
```console
$ bankmap lint two.json
$ bankmap lint float4-column > lint.txt || echo "exit code $?"
exit code 1
$ bankmap analyze --instruction ld.b32 --addresses 0,4 | head -4
...
ld.b32
  wavefronts 1   ideal 1   excess 0   ways 1   bank conflicts 0   phases 1
$ bankmap lesson list | head -3
...
02-broadcast: Lanes that share a word
```
END
page_says 'bankmap lint float4-column-padded prints something else' <<'END'
```console
$ bankmap lint float4-column-padded
nothing
```
END
page_says 'prints something else' <<'END'
```console
$ bankmap lesson list | head -3
...
02-broadcast: Lanes that share
```
END
page_says 'prints something else' <<'END'
```console
$ bankmap --version
bankmap *
```
END
page_says 'exit code 1: bankmap lint float4-column' <<'END'
```
bankmap lint float4-column    # has excess
```
END
page_says 'exit code 2: bankmap analyze nothing.json' <<'END'
```console
$ bankmap analyze nothing.json
...
```
END
page_says 'a document that nothing reads' <<'END'
```json
{"format": "bankmap-scenario", "version": 1}
```
END
page_says 'no command reads mine.json' <<'END'
<!-- file: mine.json -->
```json
{}
```
END
page_says 'there is no elsewhere.md beside it' <<< 'See [another page](elsewhere.md).'
page_says 'there is no core/nothing.hpp' <<< 'See `core/nothing.hpp`.'
[ "$failed" -eq 0 ]
