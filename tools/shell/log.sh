#!/bin/sh
# Logs an activity, says how its day stands since, and asks what else is due.
# usage: log.sh ACTIVITY [VALUE]   (a number, or an answer in words; none for what is only done;
# DAYLINE_HOME and DAYLINE_PROFILE say whose)
set -eu
dayline() { command dayline ${DAYLINE_PROFILE:+--profile "$DAYLINE_PROFILE"} "$@"; }
activity=${1:?"usage: log.sh ACTIVITY [VALUE]"}
value=${2-null}

# A text as a string of JSON.
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
            for (place = 1; place <= length($0); place++) {
                character = substr($0, place, 1)
                printf "%s", character in escaped ? escaped[character] : character
            }
        }
        END { printf "\"" }'
}

case $value in null) ;; *[!0-9.eE+-]*) value=$(quoted "$value") ;; esac

# The key makes it safe to send again when nobody knows whether it has arrived.
logged=$(dayline call dayline.tracker.Journal/Log \
    "{\"activity\":$(quoted "$activity"),\"value\":$value}" --key "log-$(date +%s)-$$")
today=$(dayline call dayline.tracker.Journal/Today)

total=$(printf '%s\n' "$logged" | sed -n 's/.*"total":\([-0-9.eE+]*\).*/\1/p')
printf '%s: %s\n' "$activity" "${total:-done}"
# Keys are sorted, so that "name" comes before "slot" and "state" in each item.
printf '%s\n' "$today" | sed 's/.*"slots":\[//' \
    | grep -oE '"name":"([^"\\]|\\.)*"|"(slot|state)":"[^"]*"' \
    | awk '{ key = substr($0, 2, index($0, ":") - 3); text = substr($0, index($0, ":") + 2) }
           { text = substr(text, 1, length(text) - 1) }
           key == "name" { gsub(/\\"/, "\"", text); gsub(/\\\\/, "\\", text); name = text }
           key == "slot" { slot = text }
           key == "state" && text == "open" { print slot ": " name }' || true
