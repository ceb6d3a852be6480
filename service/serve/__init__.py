"""Starting the service: the embedded store, gunicorn, and the supervisor over both."""
