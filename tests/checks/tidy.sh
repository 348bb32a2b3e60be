#!/usr/bin/env bash
# clang-tidy (.clang-tidy) finds nothing in the sources of the last commit: at most twenty, those with the most new lines, so that a
# run has an end. With --all: in every source, grouped as they are compiled (about a quarter of an hour on two cores).
#     tidy.sh BUILD_FOLDER [--all]
set -euo pipefail
cd "$(dirname "$0")/../.."
source tests/checks/shared.sh
build=$1
mapfile -t flags < <(compiler_flags "$build")

if [ "${2:-}" = --all ]; then
  mapfile -t sources < <(find "$build" -path '*/Unity/*.cxx')
else
  mapfile -t sources < <(sources_to_check -- '*.cpp' | grep -v '^tests/fuzz/' | while read -r file; do
    echo "$(git diff --numstat HEAD~1 -- "$file" | cut -f1) $file"
  done | sort -rn | head -20 | cut -d' ' -f2)
fi
[ ${#sources[@]} -eq 0 ] && exit 0
found=$(printf '%s\n' "${sources[@]}" |
  xargs -P "$(nproc)" -I{} sh -c 'clang-tidy --quiet {} -- -x c++ "$@" 2>/dev/null' sh "${flags[@]}" | grep -E ' (error|warning): ' | sort -u || true)
[ -z "$found" ] && exit 0
echo "$found"
exit 1
