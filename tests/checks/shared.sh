# What the checks share; sourced by them. They look at what git knows: of an unpacked archive, at nothing.
if ! git rev-parse --git-dir >/dev/null 2>&1; then
  echo "$(basename "$0"): no git checkout, nothing is looked at"
  exit 0
fi

# sources_to_check MOST PATTERN...: the sources that changed last, so that a run has an end: those that git does not know yet, of the
# last commit and the work since (those with the most new lines first), then of the commits before. MOST may be "all": every source.
#     mapfile -t headers < <(sources_to_check 16 '*.hpp')
sources_to_check() {
  local most=$1
  shift
  if [ "$most" = all ]; then
    git ls-files -- "$@"
    return
  fi
  {
    git ls-files --others --exclude-standard -- "$@"
    git rev-parse -q --verify HEAD~1 >/dev/null && git diff --numstat --diff-filter=d HEAD~1 -- "$@" | sort -rn | cut -f3
    git log -200 --name-only --diff-filter=d --no-renames --format= -- "$@"
  } | awk '!seen[$0]++' | while read -r source; do [ -f "$source" ] && echo "$source"; done | awk -v most="$most" 'NR <= most'
}

# mapfile -t flags < <(compiler_flags BUILD_FOLDER)
compiler_flags() {
  printf '%s\n' -std=gnu++20 -DFMT_SHARED -DBANKMAP_HAS_WINDOW -I. "-I$1/glad/include" -isystem /usr/include/imgui
  for name in ASSETS TEST_DATA SOURCE PROGRAM THIS_PROGRAM VERSION CUPTI_DIR; do printf '%s\n' "-DBANKMAP_$name=\"\""; done
  if [ -d /usr/local/cuda/include ]; then printf '%s\n' -DBANKMAP_HAS_CUPTI -isystem /usr/local/cuda/include; fi
}
