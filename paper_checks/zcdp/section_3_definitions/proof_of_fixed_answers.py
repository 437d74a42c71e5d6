"""The proof that fixed answers are the strongest adversary of a kernel, step by step."""

from __future__ import annotations

from typing import Any

from banditproof.paper_checks.models import formal_products as formal
from banditproof.paper_checks.proofs import (
    Computed,
    Given,
    Inequality,
    OnClaim,
    Parts,
    Proof,
    Textbook,
)
from banditproof.paper_checks.verdicts.vocabulary import need

ROUNDS = "textbook.bounds-of-sets"


def queries_are_answers() -> str:
    """A query on two tables shows a label and two entries of the row of its round."""
    shown: Any = formal.table_entry(formal.ANY, formal.queried(formal.ANY))
    need(shown[1] == formal.number(formal.ANY), "Another row is shown")
    return "an unknown round shows a label and an entry of its own row in each table"


FIXED_ANSWERS = Proof(
    "zcdp.fix.int",
    where="asked in [1,inf), fixed in [1,inf), fed in [1,inf), rounds in [0,inf), joint in [0,inf),"
    " total in [0,inf), view in [0,inf), worst in [0,inf), by_query in [0,inf), by_feed in [0,inf)",
    parts=(1, 2, 15),
    steps=(
        OnClaim(
            1,
            r"For $\alpha>1$: moments along queries on tables are at most those along fixed "
            "answers, and attain them (an infinite supremum makes all above it infinite).",
            "asked == fixed",
            claim="thesis.def3.5.open_loop",
            of_step=9,
        ),
        OnClaim(
            2,
            r"For $\alpha>1$: so do the moments of an adversary who feeds labels and rewards, as "
            "adaptively as she likes.",
            "fed == fixed",
            claim="thesis.def3.5.view_version",
            of_step=7,
        ),
        Given(
            3,
            r"For $\alpha=1$ and any such adversary: given the recommendations before, the next "
            r"ones of a kernel have the laws $\pi_t(\cdot\mid q,r)$ and $\pi_t(\cdot\mid q,r')$ "
            r"of her answers so far.",
        ),
        Textbook(
            4,
            r"KL of her views is the mean over the paths of recommendations of the sum of the KL "
            "of their rounds.",
            "joint == total",
            fact="textbook.chain-rule:sum",
            hypotheses={"the conditional divergence of each round is X": 3},
            instance={"joint": "joint", "total": "total"},
        ),
        Textbook(
            5,
            r"Her answers on a path are some $q,r,r'$, so the sum is at most the supremum over "
            "fixed answers.",
            "rounds <= worst",
            fact=f"{ROUNDS}:supremum",
            hypotheses={"v is a member": 3},
            instance={"v": "rounds", "high": "worst"},
        ),
        Textbook(
            6,
            "So is its mean,",
            "total <= worst*1",
            fact="textbook.elementary-probability:mean",
            over=("rounds",),
            hypotheses={"X <= c Y at every outcome": 5},
            instance={"x": "total", "y": "1", "c": "worst", "X": "rounds", "Y": "1"},
        ),
        Inequality(7, "and KL of her views,", "joint <= worst", uses=(4, 6)),
        Textbook(
            8,
            "and the supremum over all of them.",
            "by_feed <= worst",
            fact=f"{ROUNDS}:least upper bound",
            over=("joint", "total"),
            hypotheses={"c is an upper bound": 7},
            instance={"high": "by_feed", "X": "joint", "c": "worst"},
        ),
        OnClaim(
            9,
            r"Along fixed queries on the tables with constant rows $r$ and $r'$ KL of the views is "
            "the sum of the rounds.",
            "view == rounds",
            claim="thesis.eq4.9",
            of_step=3,
            instance={"joint": "view", "total": "rounds"},
        ),
        Textbook(
            10,
            "This is one of the numbers that queries attain.",
            "view <= by_query",
            fact=f"{ROUNDS}:supremum",
            hypotheses={"v is a member": 9},
            instance={"v": "view", "high": "by_query"},
        ),
        Inequality(11, "So is each sum of rounds,", "rounds <= by_query", uses=(9, 10)),
        Textbook(
            12,
            "and their supremum is at most that of queries,",
            "worst <= by_query",
            fact=f"{ROUNDS}:least upper bound",
            over=("rounds", "view"),
            hypotheses={"c is an upper bound": 11},
            instance={"high": "worst", "X": "rounds", "c": "by_query"},
        ),
        Computed(
            13,
            "whose queries on two tables show a label and two rewards: answers that she may feed.",
            by=queries_are_answers,
        ),
        Textbook(
            14,
            "So the supremum of queries is at most that of her answers,",
            "by_query <= by_feed",
            fact=f"{ROUNDS}:subset",
            hypotheses={"each member of the first set is one of the second": 13},
            instance={"x": "by_query", "y": "by_feed"},
        ),
        Inequality(
            15,
            "and all three are one.",
            "by_query == worst",
            uses=(8, 12, 14),
        ),
        Parts(16, r"Orders above 1, and order 1.", uses=(1, 2, 15)),
    ),
)
