"""Settings of the property tests."""

from hypothesis import HealthCheck, settings

# Compilation makes the first example slow; CI must not depend on luck.
settings.register_profile(
    "torite",
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("torite")
