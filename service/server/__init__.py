"""What gunicorn's workers need, and what the supervisor passes to them."""
