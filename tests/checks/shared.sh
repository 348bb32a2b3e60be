# What the checks share; sourced by them.
#     mapfile -t headers < <(sources_to_check [--all] -- '*.hpp')     those of the last commit and of the work since, or every one
#     mapfile -t flags < <(compiler_flags BUILD_FOLDER)
sources_to_check() {
  local all=no
  [ "$1" = --all ] && { all=yes; shift; }
  [ "$1" = -- ] && shift
  if [ "$all" = yes ] || ! git rev-parse -q --verify HEAD~1 >/dev/null; then
    git ls-files -- "$@"
  else
    { git diff --name-only --diff-filter=d HEAD~1 -- "$@"; git ls-files --others --exclude-standard -- "$@"; } | sort -u
  fi
}

compiler_flags() {
  printf '%s\n' -std=gnu++20 -DFMT_SHARED -DBANKMAP_HAS_WINDOW -I. "-I$1/glad/include" -isystem /usr/include/imgui
  for name in ASSETS TEST_DATA SOURCE PROGRAM THIS_PROGRAM VERSION CUPTI_DIR; do printf '%s\n' "-DBANKMAP_$name=\"\""; done
  if [ -d /usr/local/cuda/include ]; then printf '%s\n' -DBANKMAP_HAS_CUPTI -isystem /usr/local/cuda/include; fi
}
