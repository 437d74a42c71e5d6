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
        ("one law of the first part", "standard Borel spaces, or a countable first part"),
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
        "finite-partitions",
        ("the relation for each finite partition",),
        ("k <= c",),
        "k = KL(P || Q), X = the KL of a finite partition",
        {"the relation for each finite partition": "X <= c"},
    ),
    Schema(
        "donsker-varadhan",
        ("f is bounded",),
        ("k >= x - log(y)",),
        "k = KL(P || Q), x = E_P f, y = E_Q exp(f)",
    ),
    Schema("gibbs", (), ("k >= 0",), "k = KL(P || Q)"),
    Schema(
        "gibbs:densities",
        ("densities of P and Q for one measure",),
        (),
        "KL(P || Q) is the mean of log(p/q) under P, in [0, inf], with log(p/0) = inf, and p > 0 "
        "almost surely under P",
    ),
    Schema(
        "joint-convexity:renyi",
        ("the relation for each part",),
        ("m <= c",),
        "m = exp((a-1) D_a), a > 1, of two mixtures with the same weights; A that of parts",
        {"the relation for each part": "A <= c"},
    ),
    Schema(
        "log-sum",
        ("the masses of an outcome are integrals of p and q",),
        ("k <= r",),
        "k = the sum of m log(m/n) over the masses m, n of outcomes, r = that of p log(p/q)",
    ),
    Schema(
        "log-sum:event",
        ("P has a density with respect to Q on E",),
        ("p*exp(-m/p) <= q",),
        "p = P(E) > 0, q = Q(E), m = the integral over E of log(dP/dQ) with respect to P, finite",
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
        "radon-nikodym:divergence",
        (
            "P(E) <= c Q(E) for every event",
            "Q(E) <= c P(E) for every event",
            "x log x <= a + b x at x = c",
            "x log x <= a + b x at x = 1/c",
        ),
        ("k <= a + b",),
        "k = KL(P || Q) = E_Q x log x, where x = dP/dQ has values in [1/c, c] and E_Q x = 1; "
        "x log x is convex, and so below a line between two places where it is",
        {
            "P(E) <= c Q(E) for every event": "V <= c*W",
            "Q(E) <= c P(E) for every event": "W <= c*V",
            "x log x <= a + b x at x = c": "c*log(c) <= a + b*c",
            "x log x <= a + b x at x = 1/c": "-log(c)/c <= a + b/c",
        },
    ),
    Schema(
        "radon-nikodym:two steps",
        (
            "P(E) <= c Q(E) for every event and laws one step apart",
            "-log(a b) <= x + y a + z a b at (c, c)",
            "-log(a b) <= x + y a + z a b at (c, 1/c)",
            "-log(a b) <= x + y a + z a b at (1/c, c)",
            "-log(a b) <= x + y a + z a b at (1/c, 1/c)",
        ),
        ("k <= x + y + z",),
        "k = KL(P_0 || P_2), a = dP_1/dP_0 and b = dP_2/dP_1 with values in [1/c, c]; both sides "
        "together are convex in a, and in b, and so largest at a corner",
        {
            "P(E) <= c Q(E) for every event and laws one step apart": "V <= c*W",
            "-log(a b) <= x + y a + z a b at (c, c)": "-2*log(c) <= x + y*c + z*c**2",
            "-log(a b) <= x + y a + z a b at (c, 1/c)": "0 <= x + y*c + z",
            "-log(a b) <= x + y a + z a b at (1/c, c)": "0 <= x + y/c + z",
            "-log(a b) <= x + y a + z a b at (1/c, 1/c)": "2*log(c) <= x + y/c + z/c**2",
        },
    ),
    Schema(
        "renyi-order:infinity",
        ("P(E) <= c Q(E) for every event",),
        ("k <= log(c)",),
        "k = KL(P || Q), v = P(E), w = Q(E)",
        {"P(E) <= c Q(E) for every event": "V <= c*W"},
    ),
    Schema(
        "renyi-additivity",
        ("both laws are products",),
        ("joint == product",),
        "joint = exp((a-1) D_a) of two product laws, product = that of those of the factors; "
        "for the order infinity the largest ratios in place of these",
    ),
    Schema(
        "renyi-order",
        ("a > 1",),
        ("k <= r",),
        "k = KL(P || Q), r = the Renyi divergence of order a",
        {"a > 1": "a > 1"},
    ),
    Schema(
        "hellinger:products",
        ("independent factors", "each squared distance is <= b"),
        ("x <= d*b",),
        "x = the squared Hellinger distance of two products of d laws, H = that of two factors",
        {"each squared distance is <= b": "H <= b"},
    ),
    Schema(
        "hellinger:variation",
        ("two laws",),
        ("h <= t",),
        "h = the squared Hellinger distance, 1 minus the affinity; t = the total variation",
    ),
    Schema(
        "scheffe", ("where p > q",), ("t == p - q",), "p = P(p > q), q = Q(p > q), t = TV(P, Q)"
    ),
    Schema(
        "scheffe:half of a sum",
        ("the terms of the sum",),
        ("t == s/2",),
        "t = TV(P, Q), the largest P(E) - Q(E) of all events E, s = the sum of |P - Q| over all "
        "single outcomes",
    ),
    Schema(
        "scheffe:means",
        ("f lies in [a, b]",),
        ("p - q <= (b - a)*t",),
        "p = E_P f, q = E_Q f, t = TV(P, Q)",
    ),
)
