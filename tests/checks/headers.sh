#!/usr/bin/env bash
# Each header includes what it needs: it compiles alone. The 32 that changed last; with --all, every one.
#     headers.sh BUILD_FOLDER [--all]
set -euo pipefail
cd "$(dirname "$0")/../.."
source tests/checks/shared.sh
build=$1
most=32
[ "${2:-}" = --all ] && most=all
mapfile -t headers < <(sources_to_check "$most" '*.hpp')
[ ${#headers[@]} -eq 0 ] && exit 0
mapfile -t flags < <(compiler_flags "$build")
mapfile -t wrong < <(printf '%s\n' "${headers[@]}" |
  xargs -P "$(nproc)" -I{} sh -c 'clang++ -fsyntax-only -w "$@" -x c++ {} >/dev/null 2>&1 || echo {}' sh "${flags[@]}")
[ ${#wrong[@]} -eq 0 ] && exit 0
echo "does not compile alone (clang++ -fsyntax-only ${flags[*]} -x c++ HEADER says why): ${wrong[*]}"
exit 1
