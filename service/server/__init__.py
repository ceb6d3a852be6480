"""gunicorn's worker and settings, and what the supervisor hands over to them."""
