"""What tests, chaos runs, fuzzing and benchmarks share: clients, servers, proxies.

Everything here stands below them and above `service`; `make check` holds it.
"""
