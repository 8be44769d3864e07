"""Settings of the property tests; who shares a worker with whom; what is tried twice."""

import gc
import os
from collections.abc import Generator

import pytest
from hypothesis import HealthCheck, Phase, settings

# The mutation run only asks whether anything fails; a smaller example is of no use to it.
PHASES = (Phase.explicit, Phase.generate) if "TORITE_MUTANT" in os.environ else tuple(Phase)

# Where a test is a conversation of processes, which a busy machine may interrupt anywhere.
PROCESSES = ("browser", "hostile", "server")

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


@pytest.hookimpl(tryfirst=True)  # before pytest-xdist looks
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """With several workers, each keeps what the others would have to do again."""
    if config.pluginmanager.hasplugin("xdist"):
        for item in items:
            if group := group_of(item):
                item.add_marker(pytest.mark.xdist_group(group))
    if os.environ.get("CI") == "true":  # whose machine is anybody's: what fails is tried twice more, and told
        for item in items:
            if item.path.parent.name in PROCESSES:
                item.add_marker(pytest.mark.flaky(reruns=2))


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Modules and thousands of tests stay to the end: nobody looks for garbage there, nor meanwhile."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.collect()
        gc.freeze()
        gc.enable()


def group_of(item: pytest.Item) -> str | None:
    """One game's tests share a worker, so that nothing is compiled twice; those with PostgreSQL share a database."""
    if item.get_closest_marker("postgres"):
        return "postgres"
    params = getattr(item, "callspec", None)
    if name := getattr(params.params.get("game") if params else None, "name", None):
        return str(name)
    return item.path.stem.removeprefix("test_").replace("_", "-") if item.path.parent.name == "games" else None
