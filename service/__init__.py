"""The Azul game service: rules, event log, use cases, HTTP API."""
