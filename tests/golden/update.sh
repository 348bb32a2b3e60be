#!/usr/bin/env bash
# Writes the report of every preset into this folder, and exercises into exercises/, as the tests compare them. Read the differences before keeping them.
#     bash tests/golden/update.sh [the program, build/app/bankmap unless given]
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
program=${1:-$here/../../build/app/bankmap}
rm -f "$here"/*.txt
for scenario in "$here"/../../assets/scenarios/*.json; do
  name=$(basename "$scenario" .json)
  BANKMAP_ASSETS="$here/../../assets" "$program" analyze "$name" --color never > "$here/$name.txt" < /dev/null
done
for difficulty in 1 2 3 4; do
  BANKMAP_ASSETS="$here/../../assets" "$program" exercise --seed 7 --difficulty $difficulty --solutions \
    > "$here/exercises/seed-7-difficulty-$difficulty.txt" < /dev/null
done
ls "$here"/*.txt "$here"/exercises/*.txt | wc -l
