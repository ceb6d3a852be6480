"""Answering requests: gunicorn's gevent worker and its settings."""
