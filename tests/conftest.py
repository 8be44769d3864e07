"""Settings of the property tests."""

import os

from hypothesis import HealthCheck, Phase, settings

# The mutation run only asks whether anything fails; a smaller example is of no use to it.
PHASES = (Phase.explicit, Phase.generate) if "TORITE_MUTANT" in os.environ else tuple(Phase)

# Compilation makes the first example slow; CI must not depend on luck.
settings.register_profile(
    "torite",
    deadline=None,
    derandomize=True,
    database=None,
    phases=PHASES,
    report_multiple_bugs=False,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("torite")
