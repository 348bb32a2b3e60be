#!/usr/bin/env bash
# Follows the README: every `bankmap ...` line in its code blocks is run as written and must succeed (the one that opens the window
# must say what to type instead where there is no display), and what it names must exist.
#     readme_test.sh BANKMAP SOURCE_FOLDER
set -euo pipefail
bankmap=$(realpath "$1")
source_folder=$(realpath "$2")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin"
ln -s "$bankmap" "$work/bin/bankmap"
ln -s "$source_folder/tests" "$work/tests"
ln -s "$source_folder/assets" "$work/assets"
export PATH=$work/bin:$PATH BANKMAP_ASSETS=$source_folder/assets
unset DISPLAY
cd "$work"

passed=0
failed=0
run() {
  local line=$1 wanted=$2 got=0
  bash -c "$line" > out 2> err < /dev/null || got=$?
  if [ "$got" -eq "$wanted" ]; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "FAILED (exit $got, not $wanted): $line"
    head -5 err
  fi
}

while IFS= read -r line; do
  line=${line%%#*}
  line=${line%"${line##*[![:space:]]}"}
  case "$line" in
    bankmap) run "$line" 2; grep -q 'bankmap analyze' err || { failed=$((failed + 1)); echo "no word on what to type instead"; } ;;
    "bankmap measure"* | "bankmap probe"* | *"--measure"*) ;;   # need a GPU: the tests with the label gpu
    *) run "$line" 0 ;;
  esac
done < <(awk '/^```/ {inside = !inside; next} inside && /^bankmap/' "$source_folder/README.md")

while IFS= read -r path; do
  if [ -e "$source_folder/$path" ]; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "FAILED: the README names $path"; fi
done < <(grep -oE '\]\((assets|tests|core|app)/[^)]*\)|`(app|tests|assets|core|gpu)/[A-Za-z0-9_./-]*`' "$source_folder/README.md" | tr -d '`()]' | sort -u)

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 8 ]
