"""Reading recorded games from outside and judging them by the rules."""
