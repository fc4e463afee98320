#!/bin/sh
# Prints every change of a profile and writes the number of the last one to a file, so that the next
# run continues after it.
# usage: follow.sh FILE   (DAYLINE_HOME and DAYLINE_PROFILE select the data)
set -eu
dayline() { command dayline ${DAYLINE_PROFILE:+--profile "$DAYLINE_PROFILE"} "$@"; }
file=${1:?"usage: follow.sh FILE"}
test -s "$file" || echo 0 > "$file"

dayline --json events change --since "$(cat "$file")" --follow | while read -r change; do
    printf '%s\n' "$change"
    printf '%s\n' "$change" | sed 's/.*"number":\([0-9]*\).*/\1/' > "$file.new"
    mv "$file.new" "$file"
done
