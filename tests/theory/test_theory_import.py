"""Importing the room loads nothing heavy; its public names are complete."""

import ast
import inspect
import subprocess
import sys
import pytest
import banditproof.theory as theory
from banditproof.lazy_names import homes_of

HEAVY = ("scipy", "numba", "sympy", "matplotlib", "hypothesis", "cvxpy", "mpmath", "joblib")


def loaded_after(statement: str) -> set[str]:
    program = f"import sys; {statement}; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    return set(done.stdout.split())


def test_the_import_is_light():
    assert not loaded_after("import banditproof.theory") & set(HEAVY)


def test_exact_and_certified_work_stays_light():
    statement = (
        "from banditproof.theory import certify, d_eps; "
        "from banditproof.theory.concentration import private_sum_upper_tail; "
        "certify(d_eps, '0.2', '0.6', 1); certify(private_sum_upper_tail, 3, 4, '0.5', 2, 1)"
    )
    assert not loaded_after(statement) & set(HEAVY)


def test_the_float_forms_do_load_the_compiler():
    """The measurement sees a heavy import when there is one."""
    statement = "import numpy; from banditproof.theory import kl; kl(0.1, numpy.ones(10**6))"
    assert "numba" in loaded_after(statement)


def test_every_public_name_exists_and_has_a_docstring():
    assert dir(theory) == sorted(set(theory.__all__))
    assert len(theory.__all__) <= 45
    for name in theory.__all__:
        value = getattr(theory, name)
        if callable(value) and value.__module__.startswith("banditproof"):
            assert value.__doc__, name


def test_the_front_door_is_declared_alike_for_readers_and_for_types():
    """The imports for the type checker and `__all__` agree."""
    declared = {}
    for node in ast.walk(ast.parse(inspect.getsource(theory))):
        if isinstance(node, ast.ImportFrom) and node.level == 1:
            declared |= {alias.name: f"banditproof.theory.{node.module}" for alias in node.names}
    assert sorted(declared) == sorted(theory.__all__)
    assert homes_of("banditproof.theory") == declared


def test_rooms_are_found_and_other_names_are_not():
    assert theory.transport.__name__ == "banditproof.theory.transport"
    with pytest.raises(AttributeError, match="has no attribute 'kll'"):
        theory.kll  # noqa: B018
    with pytest.raises(ImportError, match="cannot import name"):
        exec("from banditproof.theory import kll")
