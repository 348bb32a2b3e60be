#!/usr/bin/env bash
# A real window in hard times: the display is lost, two windows save one file and are killed, nothing can be kept, the disk is full,
# files of the assets are broken. Nothing is lost, and the window says what is the matter.
#     hard_times_test.sh BANKMAP
# shellcheck source-path=SCRIPTDIR
source "$(dirname "$0")/hands.sh"

# says PART: the notice has it, within some seconds.
says() {
  for _ in $(seq 100); do
    case "$(text status.notice)" in *"$1"*) return 0 ;; esac
    sleep 0.1
  done
  fail "the window says '$(text status.notice)', not '$1'"
}
# ends: the window has ended, within some seconds; its exit code.
ends() {
  for _ in $(seq 100); do kill -0 "$window_pid" 2>/dev/null || break; sleep 0.1; done
  kill -0 "$window_pid" 2>/dev/null && fail "the window hangs"
  code=0
  wait "$window_pid" || code=$?
}
# drawn: the window shows a scenario.
drawn() {
  for _ in $(seq 300); do [ -n "$(text headline.wavefronts)" ] && return 0; sleep 0.1; done
  fail "nothing is drawn"
}
killed() {
  kill -9 "$1"
  wait "$1" 2> /dev/null || true
}
kept() { cat "$XDG_STATE_HOME"/bankmap/unsaved-*.json 2>/dev/null || true; }
until_kept() {
  for _ in $(seq 100); do kept | grep -q "$1" && return 0; sleep 0.1; done
  fail "unsaved work with $1 is not kept: $(kept)"
}

trap 'umount "$work/home" 2> /dev/null || true; cleanup' EXIT
cd "$work"
mkdir -p config/bankmap
echo '{"bankmap_settings": 1, "tour_seen": true}' > config/bankmap/settings.json

# ---- the display is lost, with a drag in hand ----
start transpose-float-plain
until_text headline.wavefronts 32
read -r x y <<< "$(middle tile.padding)"
xdotool mousemove "$x" "$y" mousedown 1 mousemove $((x + 30)) "$y"
for _ in $(seq 100); do [ "$(text headline.wavefronts)" != 32 ] && break; sleep 0.1; done
padding=$(text tile.padding)
xdotool windowkill "$(xdotool search --name Bankmap | tail -1)"
ends
xdotool mouseup 1
[ "$code" = 1 ] || fail "exit code $code"
grep -q 'the display is lost.*unsaved work is kept' stderr || fail "no word about the display"
until_kept "padding.*: $padding"
start transpose-float-plain
until_text sheet.title 'Unsaved work'
press left.0.restore
until_text tile.padding "$padding"
echo "ok: the display was lost in the middle of a drag, and the padding of $padding is there again"

# ---- two windows, one file ----
xdotool key ctrl+s
until_text sheet.title 'Save as'
xdotool key ctrl+a
xdotool type --delay 0 both.json
xdotool key Return
says 'Saved as both.json'
xdotool mousemove 600 20
command 'first half'
until_text access.mask 0x0000ffff
sed -i 's/"rows": 32/"rows": 64/' both.json
cp both.json theirs.json
xdotool key ctrl+s
until_text sheet.title 'Changed by another program'
case "$(text changed.how)" in *'tiles[0].rows was 32 and is 64 now'*) ;; *) fail "it says $(text changed.how)" ;; esac
cmp both.json theirs.json || fail "it was written over before the answer"
press changed.save_over
says 'Saved as both.json'
grep -q 0x0000ffff both.json || fail "it was not saved"
echo "ok: what another program wrote is written over only after a question"

command 'even lanes'
until_text access.mask 0x55555555
until_kept 0x55555555
first=$window_pid
log=$work/widgets-of-the-second.json
start both.json
drawn
xdotool mousemove 600 24
command 'second half'
until_kept 0xffff0000
killed "$window_pid"
killed "$first"
start both.json
until_text sheet.title 'Unsaved work'
[ -n "$(text left.0)" ] && [ -n "$(text left.1)" ] || fail "not both are offered"
echo "ok: two windows were killed, and the work of both is offered"
killed "$window_pid"
rm -r state

# ---- nothing can be kept ----
mkdir home
if mount -t tmpfs -o size=64k tmpfs home 2> /dev/null; then
  cp both.json home/full.json
  export XDG_STATE_HOME=$work/home/state
  start home/full.json
  drawn
  xdotool mousemove 600 20
  command 'even lanes'
  until_kept 0x55555555
  dd if=/dev/zero of=home/filler bs=1k count=128 2> /dev/null || true
  cp home/full.json before.json
  command 'second half'
  says 'No space left on device'
  xdotool key ctrl+s
  says 'full.json: cannot be written: No space left on device'
  cmp home/full.json before.json || fail "the old file is damaged"
  kept | grep -q 0x55555555 || fail "the work that was kept is gone"
  [ -z "$(find home -name '*.part')" ] || fail "parts are left: $(find home -name '*.part')"
  rm home/filler
  xdotool key ctrl+s
  says 'Saved as full.json'
  killed "$window_pid"
  mount -o remount,ro home
  start home/full.json
  says 'unsaved work is not kept: Read-only file system'
  xdotool mousemove 600 20
  command 'even lanes'
  xdotool key ctrl+s
  says 'cannot be written: Read-only file system'
  killed "$window_pid"
  umount home
  echo "ok: a full disk and one that is read-only are said, and the old file stays whole"
else
  echo "skipped: a full disk and one that is read-only need the right to mount"
fi
export XDG_STATE_HOME=/proc/no/such
start both.json
says 'unsaved work is not kept'
drawn
killed "$window_pid"
export XDG_STATE_HOME=$work/state
echo "ok: the window opens where nothing can be kept, and says so"

# ---- broken assets; files that never end ----
export BANKMAP_ASSETS=$work/assets
mkdir -p assets/machines assets/scenarios
"$bankmap" export both.json --format share > /dev/null 2>&1 && fail "assets without machines are no assets"
program=$(dirname "$(realpath "$bankmap")")/../share/bankmap
cp "$program"/machines/*.json assets/machines
cp "$program"/scenarios/f*.json assets/scenarios
echo '{' > assets/scenarios/transpose-float-plain.json
start
says 'transpose-float-plain.json:2:1'
mkfifo pipe.json
xdotool mousemove 600 20 key ctrl+o
until_text sheet.title Open
xdotool type --delay 0 "$work/pipe.json"
xdotool key Return
until_text files.problem 'this is no ordinary file'
killed "$window_pid"
exec 4> >(true)
wait $!
rm -f "$log"
BANKMAP_WIDGET_LOG=$log "$bankmap" 2>&4 &
window_pid=$!
exec 4>&-
says 'transpose-float-plain.json:2:1'
killed "$window_pid"
rm -f "$log"
BANKMAP_WIDGET_LOG=$log "$bankmap" 2>&- &
window_pid=$!
says 'transpose-float-plain.json:2:1'
[ "$(readlink "/proc/$window_pid/fd/2")" = /dev/null ] || fail "its messages go to another file, for standard error was closed"
killed "$window_pid"
echo "ok: a broken preset is named and the window opens; a pipe does not hold it; nobody need read its warnings"

# ---- the whole screen goes ----
unset BANKMAP_ASSETS
start both.json
drawn
kill -9 "$screen_pid"
wait "$screen_pid" 2> /dev/null || true
ends
[ "$code" = 1 ] || fail "exit code $code"
grep -q 'the display is lost.*nothing was unsaved' stderr || fail "no word about the display"
echo "ok: the screen went away, and the window with it"
echo "1 passed, 0 failed"
