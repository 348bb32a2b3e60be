# What the checks share; sourced by them. They look at what git knows: of an unpacked archive, at nothing.
if ! git rev-parse --git-dir >/dev/null 2>&1; then
  echo "$(basename "$0"): no git checkout, nothing is looked at"
  exit 0
fi

# sources_to_check MOST PATTERN...: sources of the last commit and of the work since; of more than MOST, those with the most new lines,
# so that a run has an end. MOST may be "all": then every source there is.
#     mapfile -t headers < <(sources_to_check 16 '*.hpp')
sources_to_check() {
  local most=$1
  shift
  if [ "$most" = all ]; then
    git ls-files -- "$@"
    return
  fi
  {
    git ls-files --others --exclude-standard -- "$@" | sed 's/^/999999 /'
    git rev-parse -q --verify HEAD~1 >/dev/null && git diff --numstat --diff-filter=d HEAD~1 -- "$@" | awk '{print $1, $3}'
  } | sort -rn | head -n "$most" | cut -d' ' -f2
}

# mapfile -t flags < <(compiler_flags BUILD_FOLDER)
compiler_flags() {
  printf '%s\n' -std=gnu++20 -DFMT_SHARED -DBANKMAP_HAS_WINDOW -I. "-I$1/glad/include" -isystem /usr/include/imgui
  for name in ASSETS TEST_DATA SOURCE PROGRAM THIS_PROGRAM VERSION CUPTI_DIR; do printf '%s\n' "-DBANKMAP_$name=\"\""; done
  if [ -d /usr/local/cuda/include ]; then printf '%s\n' -DBANKMAP_HAS_CUPTI -isystem /usr/local/cuda/include; fi
}
