#!/usr/bin/env bash
# What is installed works where it is put, and after it was moved; another project finds the library; the packages hold what they should.
#     package_test.sh BUILD_FOLDER SOURCE_FOLDER
set -euo pipefail
build=$(realpath "$1")
source_folder=$(realpath "$2")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset BANKMAP_ASSETS DISPLAY
fail() { echo "FAILED: $1" >&2; exit 1; }

# Installed, then moved: the program finds its data beside itself.
cmake --install "$build" --prefix "$work/first" >/dev/null
mv "$work/first" "$work/moved"
echo '{' > "$work/moved/share/bankmap/scenarios/broken.json"   # only where it was moved to
cd "$work"
moved/bin/bankmap analyze transpose-float-plain > analysis
grep -q 'wavefronts' analysis || fail "analyze says: $(head -3 analysis)"
got=0; moved/bin/bankmap presets > out 2> err || got=$?
[ "$got" -eq 2 ] && grep -q 'moved/share/bankmap/scenarios/broken.json' err || fail "the data is not taken from beside the program: $(cat err)"
rm moved/share/bankmap/scenarios/broken.json
ln -s moved/bin/bankmap link
./link lesson list > out || fail "through a link it does not find its data"
mv moved/share/bankmap hidden
got=0; moved/bin/bankmap presets > out 2> err || got=$?
[ "$got" -eq 2 ] && grep -q 'BANKMAP_ASSETS' err || fail "without its data it says: $(cat out err)"
BANKMAP_ASSETS=hidden moved/bin/bankmap presets > out || fail "BANKMAP_ASSETS is not followed"
mv hidden moved/share/bankmap

# The program of core/README.md, built against what is installed, prints what the page says.
block() { awk -v kind="$1" '$0 == "```" kind {inside = 1; next} /^```/ {inside = 0} inside' "$source_folder/core/README.md"; }
mkdir consumer
block cmake > consumer/CMakeLists.txt
block cpp > consumer/main.cpp
block text > wanted
cmake -S consumer -B consumer/build -G Ninja -DCMAKE_PREFIX_PATH="$work/moved" -DCMAKE_CXX_FLAGS=-O0 > out 2>&1 || { cat out; fail "find_package(bankmap)"; }
grep -q "$work/moved" consumer/build/CMakeCache.txt || fail "another library was found"
cmake --build consumer/build > out 2>&1 || { cat out; fail "the program of core/README.md does not build"; }
consumer/build/transpose_cost moved/share/bankmap/machines/sm_90.json > printed
diff wanted printed || fail "the program of core/README.md prints something else"

# The manual page knows every command, and the packages hold what they should.
while read -r command; do
  grep -q "^\.B $command\$" <(sed 's/\\//g' "$source_folder/app/desktop/bankmap.1") || fail "the manual page lacks '$command'"
done < <(moved/bin/bankmap --help | awk '/^Subcommands:/ {inside = 1; next} inside && !NF {exit} inside {print $1}')
(cd "$work" && cpack --config "$build/CPackConfig.cmake" -B "$work/packages" > out 2>&1) || { cat out; fail "cpack"; }
for package in packages/*.deb; do
  dpkg-deb --contents "$package" | awk '{print $6}' > "$(basename "$package").list"
done
holds() { grep -qx "./usr/$2" "$1"_*.list || fail "package $1 lacks $2"; }
holds bankmap bin/bankmap
holds bankmap share/man/man1/bankmap.1.gz
holds bankmap share/bankmap/machines/sm_90.json
holds bankmap share/bankmap/lessons/04-transpose.json
if grep -q '^BANKMAP_WINDOW:BOOL=ON' "$build/CMakeCache.txt"; then
  holds bankmap share/applications/bankmap.desktop
  holds bankmap share/icons/hicolor/scalable/apps/bankmap.svg
fi
holds libbankmap-dev include/bankmap/core/analysis.hpp
holds libbankmap-dev share/doc/libbankmap-dev/copyright
dpkg-deb --field packages/bankmap_*.deb Depends | grep -q libc6 || fail "the package does not say what it needs"
echo "installed, moved, found and packed"
