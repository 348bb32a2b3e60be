#!/usr/bin/env bash
# Builds the libFuzzer programs, one for each reader, with clang and its address and undefined-behaviour sanitizers, and runs them.
#     bash tests/fuzz/run.sh [INPUTS [READER...]]        10,000,000 inputs, and all readers in tests/fuzz/laws.cpp
# A line for each reader: inputs, seconds, inputs a second, the most memory, crashes. Exit code 1 if there was a crash, an input that
# took more than 10 seconds, or one that took more than 1 GiB. It is in build-fuzz/crashes, and build-fuzz/logs says what happened:
# mend it, and keep the input in tests/data/crashers/READER, where the tests run it from then on.
set -euo pipefail
cd "$(dirname "$0")/../.."
inputs=${1:-10000000}
readers=("${@:2}")
[ ${#readers[@]} -gt 0 ] || mapfile -t readers < <(sed -n 's/.*ReaderLaw{"\([a-z_]*\)".*/\1/p' tests/fuzz/laws.cpp)

mapfile -t packages < <(grep -hv '^#' app/packages.txt tests/packages.txt)
bash app/install_packages.sh "${packages[@]}"
cmake -S . -B build-fuzz -G Ninja -DCMAKE_CXX_COMPILER=clang++ -DCMAKE_C_COMPILER=clang -DBANKMAP_FUZZ=ON -DBANKMAP_TESTS=ON \
  -DBANKMAP_WINDOW=OFF -DBANKMAP_CUDA=OFF >/dev/null
cmake --build build-fuzz --target "${readers[@]/%/_fuzz}"

# Inputs larger than this take longer and find nothing else: what is larger is for the tests.
declare -A most_bytes=([addresses]=128 [answers]=384 [expression]=256 [hardware_table]=768 [lesson]=1024 [machine]=2560
  [measurements]=1024 [paste]=512 [progress]=256 [scenario]=1024 [share_string]=1024 [whole_way]=256)
# The words that a reader looks for stand between quotes in its source: libFuzzer puts them in.
declare -A sources=([addresses]=core/paste/addresses.cpp [answers]=core/lesson/answer_file.cpp
  [expression]='core/expression*.?pp' [hardware_table]='core/hardware_table.cpp core/instruction.cpp'
  [lesson]='core/lesson/*.cpp core/scenario_json*.?pp core/svg_named_view.cpp' [machine]='core/machine_json*.cpp core/instruction.cpp'
  [measurements]='core/measurement_json.cpp core/instruction.cpp' [paste]='core/paste/*.cpp core/element.cpp'
  [progress]=app/lessons/progress.cpp [scenario]='core/scenario_json*.?pp core/instruction.cpp core/element.cpp core/pattern.cpp'
  [share_string]='core/share_string.cpp core/scenario_json*.?pp')
declare -A asset_folder=([scenario]=scenarios [share_string]=scenarios [machine]=machines [lesson]=lessons [measurements]=measurements)
# Freed memory is kept back for a while to find its users: not so much of it that it counts as the program's own.
export ASAN_OPTIONS=quarantine_size_mb=16:malloc_context_size=4

failed=0
mkdir -p build-fuzz/crashes build-fuzz/logs
for reader in "${readers[@]}"; do
  corpora=("build-fuzz/corpus/$reader")
  mkdir -p "${corpora[0]}"
  for folder in "tests/fuzz/seeds/$reader" "tests/data/crashers/$reader" "assets/${asset_folder[$reader]:-none}"; do
    [ ! -d "$folder" ] || corpora+=("$folder")
  done
  words=build-fuzz/corpus/$reader.dict
  cat ${sources[$reader]:-/dev/null} | grep -o '"[^"\\]\{1,40\}"' | grep -v -e '^"core/' -e '{}' | sort -u >"$words" || true
  options=()
  [ ! -s "$words" ] || options=("-dict=$words")
  log=build-fuzz/logs/$reader.log
  started=$SECONDS
  crash=no
  build-fuzz/tests/"${reader}_fuzz" -runs="$inputs" -max_len="${most_bytes[$reader]}" -rss_limit_mb=1024 -timeout=10 \
    -len_control=0 -entropic=0 -print_final_stats=1 -artifact_prefix="build-fuzz/crashes/$reader-" ${options[@]+"${options[@]}"} "${corpora[@]}" >"$log" 2>&1 || crash=yes
  seconds=$((SECONDS - started))
  ran=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
  memory=$(sed -n 's/^stat::peak_rss_mb: *//p' "$log")
  printf '%-15s %10s inputs  %6s s  %6s a second  %5s MiB  crash: %s\n' "$reader" "${ran:-0}" "$seconds" \
    $((${ran:-0} / (seconds > 0 ? seconds : 1))) "${memory:-?}" "$crash"
  [ $crash = no ] || failed=1
done
exit $failed
