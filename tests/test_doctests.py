"""Every example in a docstring is run."""

import doctest
import importlib
import linecache
import pkgutil
import pytest
import banditproof

ROOMS = ("theory", "algorithms", "verify", "paper_checks", "cli")
# each room by itself: without links in src/banditproof they are not below the package
ALONE = ("claims", "lazy_names", "testing")
MODULES = [f"banditproof.{name}" for name in (*ALONE, *ROOMS)] + [
    module.name
    for room in ROOMS
    for module in pkgutil.walk_packages(getattr(banditproof, room).__path__, f"banditproof.{room}.")
    if not module.name.endswith("__main__")
]


@pytest.mark.each("examples in print")
@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_are_true(name: str) -> None:
    linecache.clearcache()  # each example looks up every file that is in it
    result = doctest.testmod(importlib.import_module(name))
    assert result.failed == 0


def test_every_room_has_examples() -> None:
    assert {name.split(".")[1] for name in MODULES} == {*ALONE, *ROOMS}
