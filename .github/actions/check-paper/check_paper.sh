#!/usr/bin/env bash
# check_paper.sh FOLDER TIER SITE: does the source say what the claims were written for, is every
# verdict the recorded one, and a report of both. Ends with 0 if all is well.
set -u
folder=${1%/}/ tier=$2 site=$3
results=$(mktemp)
trap 'rm -f "$results"' EXIT

drifted=0
if [ -f "${folder}source.json" ]; then
  banditproof drift "$folder"
  drifted=$?
fi
banditproof check "$folder" --tier "$tier" --json > "$results"
checked=$?
reported=0
if [ -s "$results" ]; then
  banditproof report "$folder" --from "$results" --out "$site" || reported=$?
fi
# the report ends with 1 for what `check` has said already
[ "$reported" -eq 1 ] && reported=0
echo "drift: $drifted, check: $checked, report: $reported"
[ $((drifted + checked + reported)) -eq 0 ]
