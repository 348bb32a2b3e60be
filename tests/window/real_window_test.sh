#!/usr/bin/env bash
# A person at a real window: Xvfb for the screen, xdotool for the hands, the widget log for the eyes.
#     real_window_test.sh BANKMAP
# Drags the padding slider, types an index expression as fast as the wire allows, uses the command palette, saves, and is
# killed with work in hand, which the next start brings back; reads what is drawn.
# shellcheck source-path=SCRIPTDIR
source "$(dirname "$0")/hands.sh"

cd "$work"
BANKMAP_WIDGET_LOG=$log "$bankmap" transpose-float-plain 2> "$work/stderr" &
window_pid=$!
until_text headline.wavefronts 32
echo "ok: the window opened on the transpose, 32 wavefronts"
until_text tour.title '1 of 6   What it costs'
sleep 1
read -r x y <<< "$(middle tour.skip)"
xdotool mousemove "$x" "$y" click 1
for _ in $(seq 100); do [ -z "$(text tour.title)" ] && break; sleep 0.1; done
[ -z "$(text tour.title)" ] || fail "the tour does not end"
until_text measure.heading recorded
until_text measure.wavefronts.measured 32
echo "ok: what was recorded stands beside the prediction"

until_text advice.0.excess '992 → 0'
read -r x y <<< "$(middle advice.0)"
xdotool mousemove "$x" "$y"
until_text headline.wavefronts 1
xdotool mousemove 600 20
until_text headline.wavefronts 32
xdotool mousemove "$x" "$y" click 1
xdotool mousemove 600 20
until_text tile.swizzle 'col ^ row'
xdotool key ctrl+z
until_text headline.wavefronts 32
until_text advice.0.excess '992 → 0'
echo "ok: pointing at a fix shows it, leaving takes it back, a click applies it, undo too"

read -r x y <<< "$(middle tile.padding)"
left=$(jq -r 'last(.widgets[] | select(.name == "tile.padding")) | .x' "$log")
xdotool mousemove "$x" "$y" mousedown 1 mousemove $((x + 4)) "$y" mousemove $((${left%.*} + 12)) "$y"
sleep 0.3
xdotool mouseup 1
for _ in $(seq 100); do [ "$(text headline.wavefronts)" != 32 ] && break; sleep 0.1; done
[ "$(text headline.wavefronts)" != 32 ] || fail "dragging the padding changed nothing"
echo "ok: dragging the padding to $(text tile.padding) gives $(text headline.wavefronts) wavefronts"

read -r x y <<< "$(middle access.column)"
xdotool mousemove "$x" "$y" click 1
sleep 0.3
xdotool key ctrl+a
xdotool type --delay 0 '(k + lane) % 32'
until_text access.column '(k + lane) % 32'
echo "ok: fast typing arrives whole"

xdotool key Escape mousemove 600 20
xdotool key ctrl+p
until_text sheet.title Commands
xdotool type --delay 0 'even lanes'
xdotool key Return
until_text access.mask 0x55555555
echo "ok: the command palette finds a command and does it"

xdotool key ctrl+s
until_text sheet.title 'Save as'
xdotool key Return
until_text status.notice 'Saved as scenario.json.'
[ -s scenario.json ] || fail "nothing was saved"
xdotool key ctrl+p
until_text sheet.title Commands
xdotool type --delay 0 'second half'
xdotool key Return
until_text access.mask 0xffff0000
for _ in $(seq 100); do ls "$XDG_STATE_HOME"/bankmap/*.json > /dev/null 2>&1 && break; sleep 0.1; done
kill -9 "$window_pid"
wait "$window_pid" 2> /dev/null || true
BANKMAP_WIDGET_LOG=$log "$bankmap" transpose-float-plain 2>> "$work/stderr" &
window_pid=$!
until_text sheet.title 'Unsaved work'
for _ in 1 2 3 4 5; do
  sleep 1  # a sheet finds its height in its first frames
  read -r x y <<< "$(middle left.0.restore)"
  xdotool mousemove "$x" "$y" click 1
  sleep 1
  [ "$(text sheet.title)" = 'Unsaved work' ] || break
done
until_text access.mask 0xffff0000
echo "ok: killed with unsaved work, which the next start brings back"

kill -0 "$window_pid" 2>/dev/null || fail "the window is gone"
grep -q . "$work/stderr" && fail "the window complained"
echo "1 passed, 0 failed"
