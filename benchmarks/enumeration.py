"""The time of exact enumeration: all lists, all tables, and the law with continuous noise."""

import math
import time
from collections.abc import Iterator
import numpy as np
from banditproof.algorithms import DPIMED
from banditproof.theory.mechanisms import DiscreteLaplace
from banditproof.verify.definitions.notions import Notion
from banditproof.verify.exact_laws.concentrated_loss import concentrated_loss
from banditproof.verify.exact_laws.continuous_law import continuous_law
from banditproof.verify.exact_laws.convex_divergences import HockeyStick
from banditproof.verify.exact_laws.enumeration import Enumeration, table_feed
from banditproof.verify.exact_laws.list_law import ListLaw, largest_log_ratio, law_on_lists
from banditproof.verify.exact_laws.worst_inputs import worst_case
from .measurement import Measurement, time_of

POLICY = DPIMED(arms=2, eps=math.log(2), ties="first", noise=DiscreteLaplace("1/2"))
STICK = HockeyStick.at(eps="0.3")


def _run_by_run(tables: int = 3) -> float:
    """The seconds of plain enumeration over all 4^7 tables, from some of them."""
    rng = np.random.default_rng(8)
    rows = [rng.integers(0, 2, (8, 2)).tolist() for _ in range(tables)]
    start = time.process_time()
    for table in rows:
        Enumeration(POLICY, horizon=8, cut=6).law(table_feed(table))
    return (time.process_time() - start) / tables * 4**7


def _on_integers(horizon: int) -> ListLaw:
    """The law with geometric noise on all integers, in floats with a rounding bound."""
    return continuous_law(POLICY, horizon, scales=24).law()


def tables() -> Iterator[Measurement]:
    """delta over all tables of two arms and all their neighbours, the law of the policy included.

    The baseline enumerates the runs on each table, with its noise cut at 6.
    """
    plain = _run_by_run()
    for name, work in (
        ("exact table enumeration, K=2, T=8", lambda: _delta(_on_integers(8))),
        ("the same with a rational law", lambda: _delta(law_on_lists(POLICY, 8, cut=12))),
    ):
        yield time_of(name, work, "s", 1, repeats=3).beside("runs on every table", plain)
    name = "exact table enumeration, K=2, T=12"
    yield time_of(name, lambda: _delta(_on_integers(12)), repeats=2)
    yield time_of("pure loss over all lists, T=12", lambda: _pure(_on_integers(12)), repeats=2)


def _delta(law: ListLaw) -> float:
    return float(worst_case(law, STICK, Notion.TABLE).value)


def _pure(law: ListLaw) -> float:
    return float(largest_log_ratio(law).value)


def constants() -> Iterator[Measurement]:
    """The zCDP constant over all tables, and the loss with continuous Laplace noise."""
    law = law_on_lists(POLICY, 8, cut=12)
    name = "zCDP constant over all tables, T=8"
    yield time_of(name, lambda: concentrated_loss(law, Notion.TABLE), repeats=3)
    policy = DPIMED(arms=2, eps=1, ties="first")

    def noisy() -> ListLaw:
        return continuous_law(policy, 8, steps=256).law()

    yield time_of("law with Laplace noise, T=8, 256 steps", noisy, repeats=2)
    width = max(float(hi - lo) for path in noisy().paths for lo, hi in path.probabilities)
    yield Measurement("its widest enclosure", width, "")
