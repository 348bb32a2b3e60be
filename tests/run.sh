#!/usr/bin/env bash
# Installs what is missing, builds everything with warnings as errors, runs all tests and checks, and says in its last line what failed.
#     bash tests/run.sh [ctest arguments, for example -R Passes: then without the run under the sanitizers]
# BANKMAP_CMAKE_OPTIONS: more for cmake, for example -DBANKMAP_CUDA_ARCHITECTURES=90
set -uo pipefail
cd "$(dirname "$0")/.."
started=$SECONDS

# step NAME COMMAND: the first that fails ends the run.
step() {
  local name=$1
  shift
  "$@" && return
  echo "FAILED: $name (bash tests/run.sh)"
  exit 1
}

mapfile -t packages < <(grep -hv '^#' app/packages.txt app/window_packages.txt tests/packages.txt)
read -ra options <<< "${BANKMAP_CMAKE_OPTIONS:-}"
step "packages" bash app/install_packages.sh "${packages[@]}"
step "format" bash tests/checks/format.sh
step "configuring" cmake -S . -B build -G Ninja -DBANKMAP_TESTS=ON -DBANKMAP_WERROR=ON "${options[@]}" --log-level=WARNING
step "building" cmake --build build
step "headers that compile alone" bash tests/checks/headers.sh build
step "tidy" bash tests/checks/tidy.sh build
if ! ctest --test-dir build --output-on-failure --parallel "$(nproc)" --output-junit results.xml "$@"; then
  # The names of the tests that failed, in one line.
  failed=$(grep -oP '<testcase name="\K[^"]*(?="[^>]* status="fail")' build/results.xml | paste -sd ' ')
  echo "FAILED: tests: ${failed:-see above}"
  exit 1
fi
[ $# -gt 0 ] || step "sanitizers" bash tests/checks/sanitizers.sh
echo "passed in $((SECONDS - started)) s"
