#!/usr/bin/env bash
# Measures on a machine with a GPU what the README says, with a program built elsewhere.
#     bash tests/gpu/run_on_device.sh build            here: build-gpu/bankmap, without window, for one kind of GPU (sm_90);
#                                                      it needs a driver and glibc there, nothing else
#     bash tests/gpu/run_on_device.sh run FOLDER       there, with assets/ and build-gpu/ beside tests/: writes FOLDER/*.json,
#                                                      FOLDER/*.txt
#   CAPABILITY=89 ... build   for another kind;   ACCESSES=500 ... run   for fewer random accesses (2000)
set -euo pipefail
cd "$(dirname "$0")/../.."
program=build-gpu/bankmap

build() {
  local tree=${BUILD_TREE:-build-gpu/tree}
  local launcher=()
  if command -v ccache >/dev/null; then launcher=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache); fi
  # fmt comes from its headers alone and the C++ library goes into the program: neither need be there.
  cmake -S . -B "$tree" -G Ninja -DBANKMAP_WINDOW=OFF -DBANKMAP_WERROR=ON "-DBANKMAP_CUDA_ARCHITECTURES=${CAPABILITY:-90}" \
    -DCMAKE_CXX_FLAGS=-DFMT_HEADER_ONLY \
    "-DCMAKE_EXE_LINKER_FLAGS=-static-libstdc++ -static-libgcc -Wl,--as-needed" "${launcher[@]}" >/dev/null
  cmake --build "$tree" --target bankmap
  strip -o "$program" "$tree/app/bankmap"
  ls -l "$program"
}

# Runs one step: its output to a file, its exit code to summary.txt. A step that fails does not stop the others.
step() {
  local name=$1 file=$2 code=0
  shift 2
  "$program" "$@" >"$folder/$file" 2>"$folder/$name.log" || code=$?
  echo "$name: exit code $code" | tee -a "$folder/summary.txt"
  tail -n 4 "$folder/$file" "$folder/$name.log"
}

run() {
  folder=$1
  mkdir -p "$folder"
  : >"$folder/summary.txt"
  export BANKMAP_ASSETS=$PWD/assets
  step presets presets.txt measure --all-presets --record "$folder/presets.json"
  step comparison comparison.json measure --all-presets --json
  step random random.json verify-model --measure "${ACCESSES:-2000}" --json
  step probe probe.txt probe
  step probe_json probe.json probe --json
  step whole_kernels whole_kernels.json measure --whole-kernels --json
  step one one.txt measure transpose-float-plain
}

case ${1:-} in
  build) build ;;
  run) run "${2:?the folder to write to}" ;;
  *)
    sed -n '2,7s/^# \{0,1\}//p' "$0"
    exit 2
    ;;
esac
