"""How fast the service is. Not tests: nothing fails because a figure is poor."""
