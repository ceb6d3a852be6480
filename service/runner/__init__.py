"""What makes `make run` one command: the supervisor, the embedded store, the port."""
