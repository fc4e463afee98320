#!/bin/sh
# Logs a number for an activity, says how its day stands since, and asks what else is due.
# usage: log.sh ACTIVITY VALUE   (DAYLINE_HOME says which home)
set -eu
activity=${1:?"usage: log.sh ACTIVITY VALUE"}
value=${2:?"usage: log.sh ACTIVITY VALUE"}

# The key makes it safe to send again when nobody knows whether it has arrived.
logged=$(dayline call dayline.schedule.Journal/Log \
    "{\"activity\":\"$activity\",\"value\":$value}" --key "log-$(date +%s)-$$")
today=$(dayline call dayline.schedule.Journal/Today)

# Keys are sorted, so that "name" comes before "slot" in each item.
total=$(printf '%s\n' "$logged" | sed -n 's/.*"total":\([-0-9.eE+]*\).*/\1/p')
printf '%s: %s\n' "$activity" "$total"
printf '%s\n' "$today" | sed 's/.*"slots":\[//' | tr '{' '\n' \
    | sed -n 's/.*"name":"\([^"]*\)".*"slot":"\([^"]*\)".*"state":"open".*/\2: \1/p'
