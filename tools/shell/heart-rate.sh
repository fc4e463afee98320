#!/bin/sh
# Streams a year of heart rate samples and prints their count, range and mean.
# usage: heart-rate.sh YEAR   (DAYLINE_HOME and DAYLINE_PROFILE select the data)
set -eu
dayline() { command dayline ${DAYLINE_PROFILE:+--profile "$DAYLINE_PROFILE"} "$@"; }
year=${1:?"usage: heart-rate.sh YEAR"}
case $year in
[0-9][0-9][0-9][0-9]) ;;
*) echo "\"$year\" is not a year." >&2; exit 2 ;;
esac

# One line per item, each with some thousand values in its column.
dayline call dayline.aggregation.Samples/Read \
    "{\"name\":\"heartRate\",\"from\":\"$year-01-01\",\"to\":\"$year-12-31\"}" \
    | sed -n 's/.*"value":\[\([^]]*\)\].*/\1/p' | tr ',' '\n' \
    | awk '{ sum += $1; if (NR == 1 || $1 < low) low = $1; if ($1 > high) high = $1 }
           END { if (NR) printf "%d samples, %.0f to %.0f, mean %.1f\n", NR, low, high, sum / NR }'
