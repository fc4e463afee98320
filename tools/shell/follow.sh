#!/bin/sh
# Prints every change of a profile, none missed, and keeps the number of the last one in a file, so
# that the next run goes on from there.
# usage: follow.sh FILE   (DAYLINE_HOME says which home)
set -eu
file=${1:?"usage: follow.sh FILE"}
test -s "$file" || echo 0 > "$file"

dayline --json events change --since "$(cat "$file")" --follow | while read -r change; do
    printf '%s\n' "$change"
    printf '%s\n' "$change" | sed 's/.*"number":\([0-9]*\).*/\1/' > "$file.new"
    mv "$file.new" "$file"
done
