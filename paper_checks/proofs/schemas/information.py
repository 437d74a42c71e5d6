"""Facts about divergences and distances of laws."""

from .schema import Schema

SCHEMAS = (
    Schema(
        "bretagnolle-huber",
        (),
        ("p + q >= exp(-k)/2",),
        "p = P(A), q = Q(not A), k = KL(P || Q) finite",
    ),
    Schema(
        "chain-rule",
        (),
        ("joint == first + rest",),
        "joint = KL of pairs, first = KL of first parts, rest = mean of the conditional KL",
    ),
    Schema(
        "chain-rule:rounds",
        ("each conditional divergence is <= c",),
        ("joint <= n*c",),
        "joint = KL of the laws of n rounds, each of which adds the mean of its conditional KL X",
        {"each conditional divergence is <= c": "X <= c"},
    ),
    Schema(
        "chain-rule:sum",
        ("the conditional divergence of each round is X",),
        ("joint == total",),
        "joint = KL of the laws of all rounds, total = the mean of the sum of their conditional KL",
    ),
    Schema(
        "common-part",
        ("one law of the first part",),
        ("joint == mean",),
        "joint = the divergence of the pairs, mean = the mean of that of the conditional laws",
    ),
    Schema(
        "data-processing",
        ("one kernel for both laws",),
        ("after <= before",),
        "the divergence of two laws before and after the kernel",
    ),
    Schema(
        "donsker-varadhan",
        ("f is bounded",),
        ("k >= x - log(y)",),
        "k = KL(P || Q), x = E_P f, y = E_Q exp(f)",
    ),
    Schema("gibbs", (), ("k >= 0",), "k = KL(P || Q)"),
    Schema(
        "joint-convexity:renyi",
        ("the relation for each part",),
        ("m <= c",),
        "m = exp((a-1) D_a), a > 1, of two mixtures with the same weights; A that of parts",
        {"the relation for each part": "A <= c"},
    ),
    Schema(
        "neyman-pearson",
        (),
        ("x <= a", "y == f"),
        "x, y = the errors of a likelihood-ratio test between P and Q, f = the infimum of the "
        "errors of the second kind of all (random) tests of level a",
    ),
    Schema("pinsker", (), ("2*t**2 <= k", "t <= sqrt(k/2)"), "t = TV(P, Q), k = KL(P || Q) finite"),
    Schema(
        "renyi-order",
        ("a > 1",),
        ("k <= r",),
        "k = KL(P || Q), r = the Renyi divergence of order a",
        {"a > 1": "a > 1"},
    ),
    Schema(
        "scheffe",
        ("where p > q",),
        ("t == p - q",),
        "p = P(p > q), q = Q(p > q), t = TV(P, Q)",
    ),
    Schema(
        "scheffe:means",
        ("f lies in [a, b]",),
        ("p - q <= (b - a)*t",),
        "p = E_P f, q = E_Q f, t = TV(P, Q)",
    ),
)
