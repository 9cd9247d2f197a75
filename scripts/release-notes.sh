#!/usr/bin/env bash
# Prints the section of CHANGELOG.md about a version, and fails if there is none: scripts/release-notes.sh v1.2.3
set -euo pipefail
notes=$(awk -v heading="## [${1#v}]" '
	/^## / { printing = index($0, heading) == 1; next }
	printing { print }
' "$(dirname "$0")/../CHANGELOG.md")
[[ -n ${notes//[[:space:]]/} ]] || {
	echo "CHANGELOG.md has no section ## [${1#v}]" >&2
	exit 1
}
printf '%s\n' "$notes"
