#!/usr/bin/env bash
# Installs what is missing, builds, and opens the window on the transpose preset. With no display: prints the terminal heatmap and
# writes the window's picture to bankmap.png. With --terminal: the terminal's commands alone, without any library of the window.
#     bash app/run.sh [--terminal] [SCENARIO.json or preset name]
set -euo pipefail
lists=(app/packages.txt app/window_packages.txt)
build=build
options=()
if [ "${1:-}" = --terminal ]; then
  shift
  lists=(app/packages.txt)
  build=build-terminal
  options=(-DBANKMAP_WINDOW=OFF)
fi
if [ $# -gt 1 ] || [[ ${1:-} == -?* ]]; then
  echo "app/run.sh: '$*' is more than it takes; bash app/run.sh [--terminal] [SCENARIO.json or preset name]" >&2
  exit 2
fi
scenario=${1:-transpose-float-plain}
[ -e "$scenario" ] && scenario=$(realpath "$scenario")
started_in=$PWD
cd "$(dirname "$0")/.."

mapfile -t packages < <(grep -hv '^#' "${lists[@]}")
bash app/install_packages.sh "${packages[@]}"
[ -f "$build/build.ninja" ] || cmake -S . -B "$build" -G Ninja "${options[@]}"
cmake --build "$build" --target bankmap

bankmap=$PWD/$build/app/bankmap
cd "$started_in"
if [ "$build" = build-terminal ]; then
  "$bankmap" analyze "$scenario"
  echo
  echo "The program: $bankmap"
  exit
fi
if [ -n "${DISPLAY:-}" ]; then
  exec "$bankmap" "$scenario"
fi
"$bankmap" analyze "$scenario"
"$bankmap" render "$scenario" -o bankmap.png
echo
echo "There is no display here, so no window was opened. Its picture: $PWD/bankmap.png"
echo "With a display, this opens it: $bankmap $scenario"
