#!/bin/sh
# Runs once, when the volume is empty. Creates the owner of Quire's tables, the role of the running service, and
# Temporal's role.
set -eu
psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" \
  --set owner="$OWNER_PASSWORD" --set application="$APPLICATION_PASSWORD" --set temporal="$TEMPORAL_PASSWORD" <<'SQL'
CREATE ROLE quire_owner LOGIN PASSWORD :'owner';
CREATE ROLE quire LOGIN PASSWORD :'application';
CREATE ROLE temporal LOGIN PASSWORD :'temporal';
CREATE DATABASE quire OWNER quire_owner;
CREATE DATABASE temporal OWNER temporal;
CREATE DATABASE temporal_visibility OWNER temporal;
SQL
