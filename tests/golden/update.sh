#!/usr/bin/env bash
# Writes the report of every preset into this folder, as the tests compare them. Read the differences before keeping them.
#     bash tests/golden/update.sh [the program, build/app/bankmap unless given]
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
program=${1:-$here/../../build/app/bankmap}
rm -f "$here"/*.txt
for scenario in "$here"/../../assets/scenarios/*.json; do
  name=$(basename "$scenario" .json)
  BANKMAP_ASSETS="$here/../../assets" "$program" analyze "$name" --color never > "$here/$name.txt" < /dev/null
done
ls "$here"/*.txt | wc -l
