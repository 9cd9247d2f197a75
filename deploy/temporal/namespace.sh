#!/bin/sh
# Creates the namespace; workers register the search attributes. Safe to run more than once.
set -eu
temporal operator namespace describe -n default >/dev/null 2>&1 ||
  temporal operator namespace create -n default --retention 72h
