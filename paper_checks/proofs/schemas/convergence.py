"""Facts about convergence of random variables, and about sums of independent ones."""

from .schema import Schema

SCHEMAS = (
    Schema(
        "almost-sure-versions",
        ("the laws converge",),
        (),
        "variables of the same laws on one space converge almost surely",
    ),
    Schema(
        "almost-sure-versions:law",
        ("the values converge almost surely",),
        (),
        "their laws converge",
    ),
    Schema(
        "subsequences-in-probability",
        ("the variables converge in probability",),
        (),
        "each subsequence has a further one along which they converge almost surely",
    ),
    Schema(
        "subsequences-in-probability:back",
        ("each subsequence has a further one along which they converge almost surely",),
        (),
        "the variables converge in probability",
    ),
    Schema(
        "continuity",
        ("the points converge", "f is continuous at their limit"),
        (),
        "the values of f converge to the value at the limit",
    ),
    Schema(
        "tightness",
        ("from some n on the probability is at most c",),
        ("high <= c + s",),
        "high = the supremum over all n of P(|X_n| > M) for a large M, given s > 0; X = the "
        "probability for one n",
        {"from some n on the probability is at most c": "X <= c"},
    ),
)
