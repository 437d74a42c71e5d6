"""Every example in a docstring is run."""

import doctest
import importlib
import pkgutil

import pytest

import banditproof

MODULES = [
    module.name
    for module in pkgutil.walk_packages(banditproof.__path__, "banditproof.")
    if not module.name.endswith("__main__")
]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_are_true(name: str) -> None:
    result = doctest.testmod(importlib.import_module(name))
    assert result.failed == 0
