#!/usr/bin/env bash
# Installs what is missing, builds, and opens the window on the transpose preset. With no display: prints the terminal heatmap and
# writes the window's picture to bankmap.png.
#     bash app/run.sh [SCENARIO.json or preset name]
set -euo pipefail
scenario=${1:-transpose-float-plain}
[ -e "$scenario" ] && scenario=$(realpath "$scenario")
started_in=$PWD
cd "$(dirname "$0")/.."

mapfile -t packages < <(grep -v '^#' app/packages.txt)
bash app/install_packages.sh "${packages[@]}"
[ -f build/build.ninja ] || cmake -S . -B build -G Ninja
cmake --build build --target bankmap

cd "$started_in"
bankmap=$OLDPWD/build/app/bankmap
if [ -n "${DISPLAY:-}" ]; then
  exec "$bankmap" "$scenario"
fi
"$bankmap" analyze "$scenario"
"$bankmap" render "$scenario" -o bankmap.png
echo
echo "There is no display here, so no window was opened. Its picture: $PWD/bankmap.png"
echo "With a display, this opens it: $bankmap $scenario"
