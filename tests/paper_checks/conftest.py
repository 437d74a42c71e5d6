"""What the tests of claims share: each check runs once in a session."""

from collections.abc import Callable
from functools import cache

import pytest

from banditproof.paper_checks import find, run
from banditproof.paper_checks.runner import Result, whole_result


@pytest.fixture(scope="session")
def judged() -> Callable[[str], Result]:
    """The verdict on a claim by its ID, computed once; wholes have theirs from their parts."""

    @cache
    def result(id: str) -> Result:
        claim = find(id)
        if claim.parts:
            return whole_result(claim, [result(part) for part in claim.parts])
        if claim.repeats:
            known = result(claim.repeats)
            return Result(claim, known.verdict, 0.0, known.error)
        return run(claim)

    return result
