#!/usr/bin/env bash
# Every source is as clang-format writes it (.clang-format).
set -euo pipefail
cd "$(dirname "$0")/../.."
source tests/checks/shared.sh
mapfile -t wrong < <(git ls-files --cached --others --exclude-standard '*.cpp' '*.hpp' '*.cu' '*.cuh' | xargs clang-format --dry-run 2>&1 | sed -n 's/:[0-9]*:[0-9]*: warning: .*//p' | sort -u)
[ ${#wrong[@]} -eq 0 ] && exit 0
echo "not as clang-format writes it (clang-format -i mends it): ${wrong[*]}"
exit 1
