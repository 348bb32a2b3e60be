#!/usr/bin/env bash
# The library and its tests, built by clang with warnings as errors, and run under the address and undefined-behaviour sanitizers with
# the assertions of the standard library. Without those that go through all there is: under the sanitizers they take minutes.
# With --all: the program, the window, and every test, which take half an hour of CPU time.
#     sanitizers.sh [--all]                               built in build-sanitize
set -euo pipefail
cd "$(dirname "$0")/../.."
# Their laws are looked at in the ordinary run; what they call, the others call too.
slow='ByExhaustion|ByBruteForce|KeepsItsPromise|IndependentCountsAgree|WhatTheAnalysisTakes|AllSmallByteTiles|OneToOne.OtherElements'
slow+='|AtAnyMoment|FamiliesIsBetter|WithoutMistakesAndFits|EqualForms|IsCutShort|CompiledItGives'
window=OFF
target=core_tests
chosen=(-L '^core$' -E "$slow")
if [ "${1:-}" = --all ]; then
  window=ON
  target=all
  chosen=()
  export BANKMAP_ADVICE_SCENARIOS=1000  # of 10,000, of AdviceProperty.EveryFixKeepsItsPromise
fi
# The tests themselves are not optimised: their sources are most of the time of a build, what they call is most of that of a run.
cmake -S . -B build-sanitize -G Ninja -DCMAKE_C_COMPILER=clang -DCMAKE_CXX_COMPILER=clang++ -DCMAKE_BUILD_TYPE=Debug \
  -DCMAKE_CXX_FLAGS_DEBUG='-O1 -gline-tables-only' -DBANKMAP_SANITIZE=ON -DBANKMAP_WERROR=ON -DBANKMAP_TESTS=ON -DBANKMAP_CUDA=OFF \
  -DBANKMAP_WINDOW=$window --log-level=WARNING
cmake --build build-sanitize --target "$target"
ctest --test-dir build-sanitize --no-tests=error --output-on-failure --parallel "$(nproc)" "${chosen[@]}"
