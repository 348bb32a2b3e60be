# What the tests of the real window share; to be sourced, with the program as $1: a screen of its own, hands, and eyes.
#     text NAME                what a widget shows now          until_text NAME WANTED    waits for it
#     middle NAME              "x y" of its middle              press NAME                clicks there
#     command WORDS            by the command palette           start ARGUMENTS           a window; its process is $window_pid
set -euo pipefail
bankmap=$(realpath "$1")
work=$(mktemp -d)
log=$work/widgets.json
cleanup() {
  for pid in "${window_pid:-}" "${screen_pid:-}"; do
    [ -z "$pid" ] || kill "$pid" 2>/dev/null || true
  done
  rm -rf "$work"
}
trap cleanup EXIT

fail() {
  echo "FAILED: $*" >&2
  cat "$work/stderr" >&2 2>/dev/null || true
  exit 1
}

# text NAME: what the widget shows now.   middle NAME: "x y" of its middle.
text() { jq -r --arg name "$1" 'last(.widgets[] | select(.name == $name)) | .text // empty' "$log" 2>/dev/null; }
middle() {
  jq -r --arg name "$1" 'last(.widgets[] | select(.name == $name)) | "\(.x + .width / 2 | floor) \(.y + .height / 2 | floor)"' "$log"
}
# until_text NAME WANTED: waits up to 30 s (a slow machine draws slowly; a quick one is done at once).
until_text() {
  for _ in $(seq 300); do
    [ "$(text "$1")" = "$2" ] && return 0
    sleep 0.1
  done
  fail "$1 shows '$(text "$1")', not '$2'"
}

exec 3> "$work/display"
Xvfb -displayfd 3 -screen 0 1440x900x24 -nolisten tcp 2> "$work/xvfb" &
screen_pid=$!
for _ in $(seq 100); do [ -s "$work/display" ] && break; sleep 0.1; done
DISPLAY=:$(tr -d '\n' < "$work/display")
export DISPLAY
# Nothing is read from the home of whoever runs this, and nothing written there.
export HOME=$work XDG_CONFIG_HOME=$work/config XDG_STATE_HOME=$work/state


# press NAME: once it stands still, which a sheet does after its first frames.
press() {
  local before='' now=''
  for _ in $(seq 100); do
    now=$(middle "$1")
    [ -n "$now" ] && [ "$now" = "$before" ] && break
    before=$now
    sleep 0.2
  done
  [ -n "$now" ] || fail "there is no $1"
  read -r x y <<< "$now"
  xdotool mousemove "$x" "$y" click 1
}
command() {
  xdotool key ctrl+p
  until_text sheet.title Commands
  xdotool type --delay 0 "$1"
  xdotool key Return
}
start() {
  rm -f "$log"
  BANKMAP_WIDGET_LOG=$log "$bankmap" "$@" 2> "$work/stderr" &
  window_pid=$!
}
