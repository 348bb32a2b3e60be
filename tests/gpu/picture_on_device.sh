#!/usr/bin/env bash
# The window's picture with a real run on a GPU, from a machine that has nothing but a driver: no display, no packages.
#     bash tests/gpu/picture_on_device.sh build                    here: build-gpu/window, with the libraries and fonts it needs
#     bash tests/gpu/picture_on_device.sh run FILE.png [SCENARIO] [options of bankmap render]
#                                                                  there, with assets/ and build-gpu/window beside tests/
#   CAPABILITY=89 ... build   for another kind of GPU (90)
set -euo pipefail
cd "$(dirname "$0")/../.."
window=build-gpu/window

build() {
  local tree=${BUILD_TREE:-build-gpu/window-tree}
  local launcher=()
  if command -v ccache >/dev/null; then launcher=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache); fi
  cmake -S . -B "$tree" -G Ninja -DBANKMAP_WERROR=ON "-DBANKMAP_CUDA_ARCHITECTURES=${CAPABILITY:-90}" \
    "-DCMAKE_EXE_LINKER_FLAGS=-static-libstdc++ -static-libgcc -Wl,--as-needed" "${launcher[@]}" >/dev/null
  cmake --build "$tree" --target bankmap
  mkdir -p "$window/lib" "$window/fonts"
  strip -o "$window/bankmap" "$tree/app/bankmap"
  # All but the C library, which is there.
  ldd "$window/bankmap" | awk '$3 ~ /^\// {print $3}' | grep -vE '/(libc|libm|libdl|libpthread|librt)\.so' |
    while IFS= read -r library; do cp -L "$library" "$window/lib/"; done
  cp /usr/share/fonts/opentype/inter/Inter-{Regular,SemiBold}.otf \
    /usr/share/fonts/truetype/jetbrains-mono/JetBrainsMono-{Regular,SemiBold}.ttf "$window/fonts/"
  du -sh "$window"
}

run() {
  local picture=$1 scenario=${2:-transpose-float-plain}
  shift $(($# < 2 ? $# : 2))
  mkdir -p /usr/local/share/fonts
  cp "$window"/fonts/* /usr/local/share/fonts/
  BANKMAP_ASSETS=$PWD/assets LD_LIBRARY_PATH=$PWD/$window/lib \
    "$window/bankmap" render "$scenario" --measure -o "$picture" "$@"
}

case ${1:-} in
  build) build ;;
  run) run "${2:?the picture to write}" "${@:3}" ;;
  *)
    sed -n '2,6s/^# \{0,1\}//p' "$0"
    exit 2
    ;;
esac
