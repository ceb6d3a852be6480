"""Answering requests: gunicorn's gevent worker, with what it lacks added."""
