#!/usr/bin/env bash
# Measures on a machine with a GPU what the README says, with a program built elsewhere.
#     bash tests/gpu/run_on_device.sh build            here: build-gpu/bankmap, without window, for one kind of GPU (sm_90);
#                                                      it needs a driver and glibc there, nothing else
#     bash tests/gpu/run_on_device.sh run FOLDER       there, with assets/ and build-gpu/ beside tests/: writes FOLDER/*.json,
#                                                      FOLDER/*.txt
#     bash tests/gpu/run_on_device.sh exported FOLDER  there: only the exported programs of all presets, compiled by `build`:
#                                                      the lanes' addresses against the model's, their cycles, and ncu's counts
#   CAPABILITY=89 ... build   for another kind;   ACCESSES=500 ... run   for fewer random accesses (2000)
set -euo pipefail
cd "$(dirname "$0")/../.."
program=build-gpu/bankmap
presets=build-gpu/exported/presets  # NAME [--addresses]; beside it NAME.txt: the model's addresses

# One program out of the exported ones of all presets: each has a namespace and a main of its own.
build_exported() {
  local sources=$tree/exported name file unique
  rm -rf "$sources" build-gpu/exported
  mkdir -p "$sources" build-gpu/exported
  printf '#include <%s>\n' algorithm cstdint cstdio cstdlib cstring vector >"$sources/presets.cu"
  for file in assets/scenarios/*.json; do
    name=$(basename "$file" .json)
    unique=${name//-/_}
    "$program" export "$name" --format cuda -o "$sources/$name.cu"
    "$program" export "$name" --format addresses -o "build-gpu/exported/$name.txt"
    printf '#define exported exported_%s\n#define main main_%s\n#include "%s.cu"\n#undef exported\n#undef main\n' \
      "$unique" "$unique" "$name" >>"$sources/presets.cu"
    echo "  if (std::strcmp(argv[1], \"$name\") == 0) return main_$unique(argc - 1, argv + 1);" >>"$sources/choices"
  done
  {
    echo 'int main(int argc, char** argv) {'
    echo '  if (argc < 2) return 2;'
    cat "$sources/choices"
    echo '  return 2;'
    echo '}'
  } >>"$sources/presets.cu"
  nvcc -std=c++17 -O3 "-arch=sm_${CAPABILITY:-90}" -Werror all-warnings -Xcompiler=-static-libstdc++,-static-libgcc \
    -o "$presets" "$sources/presets.cu"
  strip "$presets"
  ls -l "$presets"
}

build() {
  local launcher=()
  if command -v ccache >/dev/null; then launcher=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache); fi
  # fmt comes from its headers alone and the C++ library goes into the program: neither need be there.
  cmake -S . -B "$tree" -G Ninja -DBANKMAP_WINDOW=OFF -DBANKMAP_WERROR=ON "-DBANKMAP_CUDA_ARCHITECTURES=${CAPABILITY:-90}" \
    -DCMAKE_CXX_FLAGS=-DFMT_HEADER_ONLY \
    "-DCMAKE_EXE_LINKER_FLAGS=-static-libstdc++ -static-libgcc -Wl,--as-needed" "${launcher[@]}" >/dev/null
  cmake --build "$tree" --target bankmap
  mkdir -p "$(dirname "$program")"
  strip -o "$program" "$tree/app/bankmap"
  ls -l "$program"
  build_exported
}

# Runs one step: its output to a file, its exit code to summary.txt. A step that fails does not stop the others.
step() {
  local name=$1 file=$2 code=0
  shift 2
  "$program" "$@" >"$folder/$file" 2>"$folder/$name.log" || code=$?
  echo "$name: exit code $code" | tee -a "$folder/summary.txt"
  tail -n 4 "$folder/$file" "$folder/$name.log"
}

# Addresses of all presets against the model's, and their cycles.
exported() {
  local name all=0 equal=0
  mkdir -p "$folder/addresses"
  : >"$folder/exported.txt"
  for file in build-gpu/exported/*.txt; do
    name=$(basename "$file" .txt)
    all=$((all + 1))
    "$presets" "$name" --addresses >"$folder/addresses/$name.txt" 2>>"$folder/exported.log" || true
    if cmp "$file" "$folder/addresses/$name.txt"; then equal=$((equal + 1)); fi
    echo "= $name" >>"$folder/exported.txt"
    "$presets" "$name" >>"$folder/exported.txt" 2>>"$folder/exported.log" || true
  done
  echo "exported programs: addresses of $equal of $all presets as in the model" | tee -a "$folder/summary.txt"
  tail -n 6 "$folder/exported.txt" "$folder/exported.log"
  if command -v ncu >/dev/null; then ncu_counts; fi
  [ "$equal" -eq "$all" ]
}

# What ncu counts for three of them, to be put beside "bankmap presets".
ncu_counts() {
  local name metrics=l1tex__data_pipe_lsu_wavefronts_mem_shared_cmd_read.sum
  metrics+=,l1tex__data_pipe_lsu_wavefronts_mem_shared_cmd_write.sum,l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum
  for name in transpose-float-plain ldmatrix-half-plain stmatrix-epilogue-plain; do
    ncu --kernel-name execute_once --metrics "$metrics" "$presets" "$name" >>"$folder/ncu.txt" 2>&1 || true
  done
  grep -E 'execute_once|l1tex' "$folder/ncu.txt" || tail -n 5 "$folder/ncu.txt"
}

run() {
  export BANKMAP_ASSETS=$PWD/assets
  step presets presets.txt measure --all-presets --record "$folder/presets.json" --force
  step comparison comparison.json measure --all-presets --json
  step random random.json verify-model --measure "${ACCESSES:-2000}" --json
  step probe probe.txt probe
  step probe_json probe.json probe --json
  step whole_kernels whole_kernels.json measure --whole-kernels --json
  step one one.txt measure transpose-float-plain
  rm -f "$folder/profile.json"
  step profile profile.txt probe --write-profile "$folder/profile.json"
  exported
}

case ${1:-} in
  build)
    tree=${BUILD_TREE:-build-gpu/tree}
    build
    ;;
  run | exported)
    folder=${2:?the folder to write to}
    mkdir -p "$folder"
    : >"$folder/summary.txt"
    "$1"
    ;;
  *)
    sed -n '2,9s/^# \{0,1\}//p' "$0"
    exit 2
    ;;
esac
