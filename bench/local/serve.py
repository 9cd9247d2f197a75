"""Serves a model with llama.cpp's own server: serve.py MODEL TOKENS PORT. Prints its address once it listens."""

import signal
import sys

import xllamacpp

parameters = xllamacpp.CommonParams()
parameters.model.path = sys.argv[1]
parameters.n_ctx = int(sys.argv[2])
parameters.n_parallel = 1
parameters.hostnames = ["127.0.0.1"]
parameters.port = int(sys.argv[3])
server = xllamacpp.Server(parameters)
print(server.listening_address, flush=True)
signal.pause()
