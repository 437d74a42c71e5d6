"""Importing the room loads nothing heavy; its public names are complete."""

import subprocess
import sys

import banditproof.theory as theory

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
        "from banditproof.theory import certify, d_eps, private_sum_upper_tail; "
        "certify(d_eps, '0.2', '0.6', 1); certify(private_sum_upper_tail, 3, 4, '0.5', 2, 1)"
    )
    assert not loaded_after(statement) & set(HEAVY)


def test_the_float_forms_do_load_the_compiler():
    """The measurement sees a heavy import when there is one."""
    statement = "import numpy; from banditproof.theory import kl; kl(0.1, numpy.ones(10**6))"
    assert "numba" in loaded_after(statement)


def test_every_public_name_exists_and_has_a_docstring():
    assert sorted(theory.__all__) == sorted(set(theory.__all__))
    for name in theory.__all__:
        value = getattr(theory, name)
        if callable(value) and value.__module__.startswith("banditproof"):
            assert value.__doc__, name
