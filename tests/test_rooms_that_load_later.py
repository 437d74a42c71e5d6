"""Rooms whose public names are loaded when they are first used: each is found, at its place."""

import subprocess
import sys
from importlib import import_module

import pytest

ROOMS = ("algorithms.membership", "algorithms.membership.descents", "verify.membership")


@pytest.mark.parametrize("name", ROOMS)
def test_each_public_name_is_found_and_has_one_home(name: str) -> None:
    room = import_module(f"banditproof.{name}")
    homes = " ".join(room._HOMES.values()).split()
    assert sorted(homes) == sorted(room.__all__) == sorted(dir(room))
    for home, names in room._HOMES.items():
        module = import_module(f"banditproof.{name}.{home}")
        for public in names.split():
            found = getattr(room, public)
            assert found is getattr(module, public)
            if callable(found):
                assert found.__module__ == module.__name__
                assert found.__doc__


@pytest.mark.parametrize("name", ROOMS)
def test_another_name_is_no_attribute(name: str) -> None:
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = import_module(f"banditproof.{name}").nothing


@pytest.mark.slow  # a process of its own
def test_the_rooms_load_none_of_their_modules() -> None:
    imports = "".join(f"import banditproof.{name}\n" for name in ROOMS)
    shown = "import sys; print(*(m for m in sys.modules if 'membership' in m or m == 'numba'))"
    command = [sys.executable, "-c", imports + shown]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert sorted(done.stdout.split()) == sorted(f"banditproof.{name}" for name in ROOMS)
