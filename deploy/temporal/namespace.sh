#!/bin/sh
# The namespace; workers register the search attributes. Safe to run again.
set -eu
temporal operator namespace describe -n default >/dev/null 2>&1 ||
  temporal operator namespace create -n default --retention 72h
