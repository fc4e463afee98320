#!/bin/sh
# Sets how weeks begin, then prints a metric's weeks: first day, average.
# usage: trend.sh METRIC [monday|sunday|saturday]   (DAYLINE_HOME says which home)
set -eu
metric=${1:?"usage: trend.sh METRIC [monday|sunday|saturday]"}

# The key makes it safe to send again when nobody knows whether it has arrived.
dayline call dayline.storage.Settings/Set "{\"key\":\"weekStart\",\"value\":\"${2:-monday}\"}" \
    --key "example-$$" > /dev/null
answer=$(dayline call dayline.aggregation.Insights/Trends \
    "{\"name\":\"$metric\",\"interval\":\"week\"}")

# One bucket a line; each begins with its average and has its first day further on.
printf '%s' "$answer" | sed 's/.*"series":\[//; s/\].*//' | tr '{' '\n' \
    | sed -n 's/.*"averageValue":\([-0-9.eE+]*\).*"startDate":"\([-0-9]*\)".*/\2 \1/p'
