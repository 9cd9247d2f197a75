#!/bin/sh
# Migrates Temporal's databases to the server's version. Safe to run more than once.
set -eu
for database in temporal visibility; do
  name=temporal
  if [ "$database" = visibility ]; then name=temporal_visibility; fi
  export SQL_DATABASE="$name"
  temporal-sql-tool setup-schema -v 0.0 || true # fails if it already exists
  temporal-sql-tool update-schema -d "/etc/temporal/schema/postgresql/v12/$database/versioned"
done
