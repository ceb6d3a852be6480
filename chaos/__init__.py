"""Deep runs: races, kills and outages, and a checker that looks what became of it.

`make races` and `make chaos` run them on this machine alone; see docs/reliability.md.
"""
