"""What differs between two runs with the same verdicts: the date, the versions, the seconds.

A report shows it in one folder, `stamp/`; everything else depends on the verdicts alone.
"""

from __future__ import annotations
import os
import platform
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from banditproof import __version__
from ..statements.claim_facts import ResultFacts

LIBRARIES = ("numpy", "scipy", "numba", "python-flint", "mpmath", "sympy", "jinja2", "math-core")
"""The libraries that verdicts or pages are made with."""


@dataclass(frozen=True)
class Stamp:
    """When a report was written, with which versions, and how long each check ran."""

    date: str
    versions: Mapping[str, str]
    seconds: Mapping[str, float]
    source: str
    """Where the verdicts come from, in a sentence."""

    @classmethod
    def of(cls, ran: Iterable[ResultFacts], source: str) -> Stamp:
        """The stamp of now, or of SOURCE_DATE_EPOCH where it is set."""
        return cls(_date(), _versions(), {facts.id: facts.seconds for facts in ran}, source)


def _date() -> str:
    """The time in words of ISO 8601, in UTC.

    A build that should give the same bytes again sets SOURCE_DATE_EPOCH.
    """
    given = os.environ.get("SOURCE_DATE_EPOCH", "").strip()
    try:
        moment = time.gmtime(int(given) if given else time.time())
    except (ValueError, OverflowError, OSError):
        raise ValueError(
            f"SOURCE_DATE_EPOCH is {given!r}; give seconds since 1970 as a whole number."
        ) from None
    return time.strftime("%Y-%m-%d %H:%M:%S UTC", moment)


def _versions() -> dict[str, str]:
    results = {"banditproof": __version__, "Python": platform.python_version()}
    for name in LIBRARIES:
        try:
            results[name] = version(name)
        except PackageNotFoundError:
            results[name] = "not installed"
    return results
