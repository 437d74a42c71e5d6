"""Packages whose public names are loaded when they are first used: each has one place."""

import subprocess
import sys
from importlib import import_module
from importlib.util import find_spec
import pytest
from case_tables import table
from banditproof.lazy_names import homes_of

PACKAGES = table(__file__, "packages")


@pytest.mark.parametrize("name", PACKAGES)
def test_each_public_name_stands_in_one_module(name: str) -> None:
    package = import_module(f"banditproof.{name}")
    homes = homes_of(f"banditproof.{name}")
    assert sorted(homes) == sorted(package.__all__) == sorted(dir(package))
    for public, place in homes.items():
        assert getattr(package, public) is getattr(import_module(place), public)
        # An import of a module of this name would replace what the package has under it, unless
        # the package guards the name, as `theory` guards `exact`.
        module = f"{package.__name__}.{public}"
        if hasattr(package, "__path__") and find_spec(module) is not None:
            import_module(module)
            assert module == "banditproof.theory.exact"
            assert callable(getattr(package, public))


@pytest.mark.parametrize("name", PACKAGES)
def test_any_other_name_is_no_attribute(name: str) -> None:
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = import_module(f"banditproof.{name}").nothing


@pytest.mark.slow  # a separate process
def test_importing_the_packages_loads_none_of_their_modules() -> None:
    imports = "".join(f"import banditproof.{name}\n" for name in PACKAGES)
    shown = "import sys; print(*(m for m in sys.modules if m.startswith('banditproof.')))"
    command = [sys.executable, "-c", imports + shown]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    expected = {f"banditproof.{name}" for name in (*PACKAGES, "lazy_names")}
    assert set(done.stdout.split()) == expected
