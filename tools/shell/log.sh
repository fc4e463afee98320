#!/bin/sh
# Logs an activity, prints its total of the day, and lists what else is due.
# usage: log.sh ACTIVITY [VALUE]   (a number or a text answer; omitted for a checkbox;
# DAYLINE_HOME and DAYLINE_PROFILE select the data)
set -eu
dayline() { command dayline ${DAYLINE_PROFILE:+--profile "$DAYLINE_PROFILE"} "$@"; }
activity=${1:?"usage: log.sh ACTIVITY [VALUE]"}
value=${2-null}

# A text as a JSON string.
quoted() {
    printf '%s\n' "$1" | awk '
        BEGIN {
            for (code = 1; code < 32; code++) escaped[sprintf("%c", code)] = sprintf("\\u%04x", code)
            escaped["\\"] = "\\\\"
            escaped["\""] = "\\\""
            printf "\""
        }
        NR > 1 { printf "\\n" }
        {
            for (position = 1; position <= length($0); position++) {
                character = substr($0, position, 1)
                printf "%s", character in escaped ? escaped[character] : character
            }
        }
        END { printf "\"" }'
}

case $value in null) ;; *[!0-9.eE+-]*) value=$(quoted "$value") ;; esac

# With the key, a repeated call does not log twice.
logged=$(dayline call dayline.tracker.Journal/Log \
    "{\"activity\":$(quoted "$activity"),\"value\":$value}" --key "log-$(date +%s)-$$")
today=$(dayline call dayline.tracker.Journal/Today)

total=$(printf '%s\n' "$logged" | sed -n 's/.*"total":\([-0-9.eE+]*\).*/\1/p')
printf '%s: %s\n' "$activity" "${total:-done}"
# Keys are sorted: "name" precedes "slot" and "state" in each item.
printf '%s\n' "$today" | sed 's/.*"slots":\[//' \
    | grep -oE '"name":"([^"\\]|\\.)*"|"(slot|state)":"[^"]*"' \
    | awk '{ key = substr($0, 2, index($0, ":") - 3); text = substr($0, index($0, ":") + 2) }
           { text = substr(text, 1, length(text) - 1) }
           key == "name" { gsub(/\\"/, "\"", text); gsub(/\\\\/, "\\", text); name = text }
           key == "slot" { slot = text }
           key == "state" && text == "open" { print slot ": " name }' || true
