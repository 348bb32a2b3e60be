#!/usr/bin/env bash
# Installs what is missing, builds everything with warnings as errors, and runs all tests.
#     bash tests/run.sh [ctest arguments, for example -R Passes]
set -euo pipefail
cd "$(dirname "$0")/.."

mapfile -t packages < <(grep -hv '^#' app/packages.txt app/window_packages.txt tests/packages.txt)
bash app/install_packages.sh "${packages[@]}"
cmake -S . -B build -G Ninja -DBANKMAP_TESTS=ON -DBANKMAP_WERROR=ON >/dev/null
cmake --build build
ctest --test-dir build --output-on-failure --parallel "$(nproc)" "$@"
