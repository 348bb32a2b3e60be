#!/usr/bin/env bash
# clang-tidy (.clang-tidy) finds nothing in the sixteen sources that changed last. With --all: in every source, grouped as they are
# compiled (about a quarter of an hour on two cores).
#     tidy.sh BUILD_FOLDER [--all]
set -euo pipefail
cd "$(dirname "$0")/../.."
source tests/checks/shared.sh
build=$1
mapfile -t flags < <(compiler_flags "$build")

if [ "${2:-}" = --all ]; then
  mapfile -t sources < <(find "$build" -path '*/Unity/*.cxx')
else
  mapfile -t sources < <(sources_to_check 16 '*.cpp' ':!tests/fuzz')
fi
[ ${#sources[@]} -eq 0 ] && exit 0
found=$(printf '%s\n' "${sources[@]}" |
  xargs -P "$(nproc)" -I{} sh -c 'clang-tidy --quiet {} -- -x c++ "$@" 2>/dev/null' sh "${flags[@]}" | grep -E ' (error|warning): ' | sort -u || true)
[ -z "$found" ] && exit 0
echo "$found"
exit 1
