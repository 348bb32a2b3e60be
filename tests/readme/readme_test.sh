#!/usr/bin/env bash
# Follows the README and every other page (*.md): what stands in their code blocks is run, as a reader would, from top to bottom.
#
#     ```console          "$ COMMAND", and below it exactly what it prints; a line "..." stands for one or more lines.
#                         Each command must succeed; one that is meant to fail says so: "$ bankmap lint x || echo exit code $?"
#     ```sh, ```          each line that begins with bankmap must succeed; "# ..." behind it is a remark
#     ```json, ```csv     below a line <!-- file: mine.json --> the block is written to that file, for a command further down.
#                         A whole document (with a "format") must have such a line
#     others              are for people alone
#
# What needs a GPU is left out: the tests with the label gpu have it. Links of a page, and the files that it names as `app/...`,
# must exist.
#     readme_test.sh BANKMAP SOURCE_FOLDER [PAGE...]
set -euo pipefail
bankmap=$(realpath "$1")
source_folder=$(realpath "$2")
shift 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin"
ln -s "$bankmap" "$work/bin/bankmap"
export PATH=$work/bin:$PATH BANKMAP_ASSETS=$source_folder/assets
unset DISPLAY

passed=0
failed=0
pass() { passed=$((passed + 1)); }
fail() {
  failed=$((failed + 1))
  echo "FAILED: $page:$line_number: $1"
}

needs_gpu() { [[ $1 =~ bankmap\ (measure|probe)(\ |$)|\ --measure(\ |$) ]]; }

# Of a command that opens the window: without a display it must say what to type instead.
run_line() {
  local got=0
  needs_gpu "$1" && return
  bash -c "$1" > out 2> err < /dev/null || got=$?
  if [ "$got" -eq 0 ] || grep -q "no window can be opened.*'bankmap analyze'" err; then pass; else fail "exit code $got: $1: $(head -3 err)"; fi
}

# Of one command of a console block: the lines that follow it are all that it may print.
check_output() {
  local command=$1 got=0 wanted pattern
  shift
  needs_gpu "$command" && return
  bash -c "$command" > out 2>&1 < /dev/null || got=$?
  [ "$got" -eq 0 ] || fail "exit code $got: $command"
  wanted=$(printf '%s\n' "$@")
  pattern=$(sed -e 's/[][\\*?()|!@+]/\\&/g' -e 's/^\.\.\.$/*/' <<< "$wanted")
  # shellcheck disable=SC2053
  if [[ $(cat out) == $pattern ]]; then pass; else
    fail "$command prints something else (> is what it prints):"
    diff <(echo "$wanted") out | grep -v '^[0-9]' | head -20
  fi
}

console_block() {
  local line command='' expected=()
  for line in "${block[@]}" '$ '; do
    if [[ $line == '$ '* ]]; then
      [ -z "$command" ] || check_output "$command" "${expected[@]}"
      command=${line#'$ '}
      expected=()
    else
      expected+=("$line")
    fi
  done
}

lines_block() {
  local line
  for line in "${block[@]}"; do
    line=${line%% #*}
    [[ $line =~ ^bankmap(\ |$) ]] && run_line "$line"
  done
  return 0
}

document_block() {
  local text
  text=$(printf '%s\n' "${block[@]}")
  if [ -n "$file" ]; then
    echo "$text" > "$file"
    if awk -v begin="$line_number" -v file="$file" 'NR > begin && /^([$]|bankmap) / && index($0, file) {found = 1} END {exit !found}' \
      "$source_folder/$page"; then pass; else fail "no command reads $file"; fi
  elif [[ $text == *'"format":'* ]]; then
    fail 'a document that nothing reads: name it, <!-- file: NAME -->, and show what reads it'
  fi
}

end_of_block() {
  case $language in
    console) console_block ;;
    json | csv) document_block ;;
    '' | sh | bash) lines_block ;;
  esac
}

# In a folder of its own, which looks like the top of the repository to what only reads.
run_blocks() {
  local line language='' inside=false file='' block=()
  mkdir "$work/page" && cd "$work/page"
  ln -s "$source_folder/tests" "$source_folder/assets" .
  line_number=0
  while IFS= read -r line; do
    line_number=$((line_number + 1))
    if $inside && [[ $line == '```' ]]; then
      end_of_block
      inside=false file=''
    elif $inside; then
      block+=("$line")
    elif [[ $line == '```'* ]]; then
      inside=true language=${line#'```'} block=()
    elif [[ $line == '<!-- file: '*' -->' ]]; then
      file=${line#'<!-- file: '} file=${file%' -->'}
    elif [ -n "$line" ]; then
      file=''
    fi
  done < "$source_folder/$page"
  cd "$work" && rm -rf "$work/page"
}

check_paths() {
  local target folder
  folder=$(dirname "$page")
  line_number=links
  while IFS= read -r target; do
    if [ -e "$source_folder/$folder/$target" ]; then pass; else fail "there is no $target beside it"; fi
  done < <(grep -oE '\]\([^)#:]+[)#]' "$source_folder/$page" | tr -d '](#)' | sort -u)
  while IFS= read -r target; do
    if [ -e "$source_folder/$target" ]; then pass; else fail "there is no $target"; fi
  done < <(grep -oE '`(app|tests|assets|core|gpu)/[A-Za-z0-9_./-]*`' "$source_folder/$page" | tr -d '`' | sort -u)
}

if [ $# -eq 0 ]; then
  mapfile -t pages < <(cd "$source_folder" && find . -name '*.md' -not -path './build*' -not -path './.*/*' -printf '%P\n' | sort)
  set -- "${pages[@]}"
  page=README.md line_number=pages
  for each in "$@"; do
    if grep -qF "$each" "$source_folder/README.md" || [ "$each" = README.md ]; then pass; else fail "does not name the page $each"; fi
  done
fi
for page in "$@"; do
  run_blocks
  check_paths
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 8 ]
