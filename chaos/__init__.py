"""Long runs of races, kills and outages, and a checker of the logs afterwards.

`make races` and `make chaos` run them on this machine alone; see docs/reliability.md.
"""
