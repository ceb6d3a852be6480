"""What all tests share: how much hypothesis tries."""

from hypothesis import HealthCheck, settings

# The same examples on every run: what passed on one machine passes on the next.
settings.register_profile(
    "default",
    derandomize=True,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
# New examples on every run, by `pytest --hypothesis-profile deep`.
settings.register_profile(
    "deep", settings.get_profile("default"), derandomize=False, max_examples=5000
)
settings.load_profile("default")
