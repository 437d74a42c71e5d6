#!/usr/bin/env bash
# check_paper.sh FOLDER TIER SITE: does the source say what the claims were written for, is every
# verdict the recorded one, and a report of both. Ends with 0 if all is well, 1 if something has
# changed or differs, and 2 if something is wrong with how it was called, or cannot be read.
set -u
if [ $# -ne 3 ]; then
  echo "check_paper.sh FOLDER TIER SITE: give a folder of claims, fast, slow or all, and the" \
    "folder of the report." >&2
  exit 2
fi
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
for code in "$drifted" "$checked" "$reported"; do
  [ "$code" -gt 1 ] && exit 2
done
[ $((drifted + checked + reported)) -eq 0 ]
