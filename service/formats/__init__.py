"""Formats that several packages share: names, times, game ids, strict JSON."""
