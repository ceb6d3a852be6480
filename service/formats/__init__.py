"""Forms that many rooms share: names, times, game ids, strict JSON."""
