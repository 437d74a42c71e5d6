"""Textbook facts in the form in which a step of a proof applies them.

A schema names the hypotheses, each of which a step must discharge, and gives the conclusion as
relations between symbols, for which the step puts its quantities. A fact with several conclusions
may have several schemas: `textbook.pinsker`, `textbook.pinsker:bernoulli`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from .textbook import PREFIX


@dataclass(frozen=True)
class Schema:
    """The hypotheses of a fact by name, and its conclusions in symbols.

    A hypothesis that is a relation has its `pattern`, which the step that shows it must match.
    """

    name: str
    hypotheses: tuple[str, ...]
    conclusions: tuple[str, ...] = ()
    symbols: str = ""
    """What the symbols mean."""
    patterns: Mapping[str, str] = field(default_factory=dict)

    @property
    def fact(self) -> str:
        """The ID of the fact."""
        return PREFIX + self.name.partition(":")[0]


SCHEMAS = (
    Schema(
        "markov",
        ("X >= 0", "a > 0"),
        ("p*a <= m", "p <= m/a"),
        "p = P(X >= a), m = E X",
    ),
    Schema("pinsker", (), ("2*t**2 <= k", "t <= sqrt(k/2)"), "t = TV(P, Q), k = KL(P || Q) finite"),
    Schema("gibbs", (), ("k >= 0",), "k = KL(P || Q)"),
    Schema(
        "bretagnolle-huber",
        (),
        ("p + q >= exp(-k)/2",),
        "p = P(A), q = Q(not A), k = KL(P || Q) finite",
    ),
    Schema(
        "group-privacy:pure",
        ("the mechanism is e-DP",),
        ("v <= exp(e*d)*w",),
        "v = M_D(E), w = M_D'(E) for data at Hamming distance d",
    ),
    Schema(
        "elementary-probability:mean",
        ("X <= c Y at every outcome",),
        ("x <= c*y",),
        "x = E X, y = E Y, c a number",
        {"X <= c Y at every outcome": "X <= c*Y"},
    ),
    Schema(
        "elementary-probability:linear",
        ("X = c + b Z at every outcome",),
        ("x == c + b*z",),
        "x = E X, z = E Z, c and b numbers",
        {"X = c + b Z at every outcome": "X == c + b*Z"},
    ),
    Schema(
        "elementary-probability:tower",
        ("the conditional mean of each term",),
        ("x == y",),
        "x = E X, y = the mean of the sum of the conditional means of the terms of X",
    ),
    Schema(
        "elementary-probability:sum above",
        ("X_t <= c + b Z_t for each t",),
        ("x <= n*c + b*z",),
        "x, z = the means of the sums of n terms X_t, Z_t; c and b numbers",
        {"X_t <= c + b Z_t for each t": "X <= c + b*Z"},
    ),
    Schema(
        "elementary-probability:sum below",
        ("X_t >= c + b Z_t for each t",),
        ("x >= n*c + b*z",),
        "x, z = the means of the sums of n terms X_t, Z_t; c and b numbers",
        {"X_t >= c + b Z_t for each t": "X >= c + b*Z"},
    ),
    Schema(
        "elementary-probability:largest",
        ("a mean over finitely many cases",),
        ("mean <= largest",),
        "largest = the largest of the values whose mean it is",
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
    Schema(
        "bounds-of-sets:infimum",
        ("c is a lower bound",),
        ("c <= low",),
        "low = the infimum of the set, X = a member",
        {"c is a lower bound": "X >= c"},
    ),
    Schema(
        "bounds-of-sets:supremum",
        ("v is a member",),
        ("v <= high",),
        "high = the supremum of the set",
    ),
    Schema(
        "bounds-of-sets:lower limit",
        ("x_n >= (1 - r) c for every r > 0 and all large n",),
        ("c <= low",),
        "low = the lower limit of x_n = X",
        {"x_n >= (1 - r) c for every r > 0 and all large n": "X >= (1 - r)*c"},
    ),
    Schema(
        "bounds-of-sets:sum of lower limits",
        ("the sum", "each lower limit is >= its bound"),
        ("bound <= low",),
        "low = the lower limit of the sum, bound = the sum of the bounds Y of its terms X",
        {"each lower limit is >= its bound": "X >= Y"},
    ),
    Schema(
        "bounds-of-sets:upper limit",
        ("x_n <= (1 + r) c for every r > 0 and all large n",),
        ("high <= c",),
        "high = the upper limit of x_n = X",
        {"x_n <= (1 + r) c for every r > 0 and all large n": "X <= (1 + r)*c"},
    ),
    Schema(
        "bounds-of-sets:sum of upper limits",
        ("the sum", "each upper limit is <= its bound"),
        ("high <= bound",),
        "high = the upper limit of the sum, bound = the sum of the bounds Y of its terms X",
        {"each upper limit is <= its bound": "X <= Y"},
    ),
    Schema(
        "data-processing",
        ("one kernel for both laws",),
        ("after <= before",),
        "the divergence of two laws before and after the kernel",
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
        "ionescu-tulcea:one law",
        ("the same conditional laws",),
        ("p == q",),
        "p, q = the probabilities of an event under two laws of histories",
    ),
    Schema(
        "elementary-probability:multiplication",
        ("the conditional law of each draw",),
        ("p == x*y",),
        "p = the mass of a path; x, y = the products of the conditional masses of two kinds of "
        "draws",
    ),
    Schema(
        "elementary-probability:coarser past",
        ("given more, it is k", "k is a function of less"),
        ("x == k",),
        "x = the conditional probability given less, X = that given more",
        {"given more, it is k": "X == k"},
    ),
    Schema(
        "elementary-probability:total",
        ("the conditional law given the first part",),
        ("p == q",),
        "p = the mass of an event of the second part, q = the mean of its conditional masses",
    ),
    Schema(
        "elementary-probability:same",
        ("X = Y almost surely",),
        ("x == y",),
        "x = E X, y = E Y",
        {"X = Y almost surely": "X == Y"},
    ),
    Schema(
        "elementary-probability:sum of three",
        ("X = U + b V + W",),
        ("x == u + b*v + w",),
        "x = E X, u = E U, v = E V, w = E W, b a number",
        {"X = U + b V + W": "X == U + b*V + W"},
    ),
    Schema(
        "elementary-probability:parts of pairs",
        ("independent pairs", "the law of the part of each"),
        ("x == y",),
        "x = P(the part of each pair lies in its set), y = the product of the masses of these",
        {"the law of the part of each": "X == p"},
    ),
    Schema(
        "elementary-probability:independent terms",
        ("independent terms", "the mean of each", "the variance of each"),
        ("mean == first", "variance == second"),
        "first, second = the sums of the means m and variances v of the terms",
        {"the mean of each": "X == m", "the variance of each": "Y == v"},
    ),
    Schema(
        "elementary-probability:variance",
        (),
        ("second == variance + mean**2",),
        "second = E X^2, mean = E X, variance = E (X - E X)^2",
    ),
    Schema(
        "maximal-coupling",
        (),
        ("apart == t", "left == p", "right == q"),
        "apart = the mass of unequal pairs, left and right = the masses of a set under the "
        "marginals, whose laws have distance t and the masses p, q",
    ),
    Schema(
        "maximal-coupling:least",
        ("a coupling of both laws",),
        ("t <= apart",),
        "apart = the mass of unequal pairs, t = the distance of the two laws",
    ),
    Schema(
        "martingale-increments",
        ("the conditional mean of each is 0", "the conditional second moment of each is v"),
        ("mean == 0", "second == total"),
        "mean = E M, second = E M^2, total = the mean of the sum of v; X, Y = the conditional "
        "moments of an increment",
        {
            "the conditional mean of each is 0": "X == 0",
            "the conditional second moment of each is v": "Y == v",
        },
    ),
    Schema(
        "common-part",
        ("one law of the first part",),
        ("joint == mean",),
        "joint = the divergence of the pairs, mean = the mean of that of the conditional laws",
    ),
    Schema(
        "chain-rule:sum",
        ("the conditional divergence of each round is X",),
        ("joint == total",),
        "joint = KL of the laws of all rounds, total = the mean of the sum of their conditional KL",
    ),
    Schema(
        "bounds-of-sets:member above the infimum",
        ("v is a member",),
        ("low <= v",),
        "low = the infimum of the set",
    ),
    Schema(
        "bounds-of-sets:multiple of an infimum",
        ("c <= b X for every member", "b >= 0"),
        ("c <= b*low",),
        "low = the infimum of the set, X = a member",
        {"c <= b X for every member": "c <= b*X", "b >= 0": "b >= 0"},
    ),
    Schema(
        "group-privacy:zcdp",
        ("the mechanism is r-zCDP",),
        ("k <= a*d**2*r",),
        "k = the Renyi divergence of order a > 1 of the outputs for data at Hamming distance d",
    ),
    Schema(
        "renyi-order",
        ("a > 1",),
        ("k <= r",),
        "k = KL(P || Q), r = the Renyi divergence of order a",
        {"a > 1": "a > 1"},
    ),
    Schema(
        "elementary-probability:sum of means",
        ("each mean is >= its bound",),
        ("total <= mean",),
        "mean = the mean of a sum, total = the sum of the bounds t of the means X of its terms",
        {"each mean is >= its bound": "X >= t"},
    ),
    Schema(
        "elementary-probability:atoms",
        ("the relation for each single outcome",),
        ("p <= c*q",),
        "p = P(E), q = Q(E) for an event E of countably many outcomes, of masses A and B",
        {"the relation for each single outcome": "A <= c*B"},
    ),
    Schema(
        "elementary-probability:equal atoms",
        ("the relation for each single outcome",),
        ("p == q",),
        "p = P(E), q = Q(E) for an event E of countably many outcomes, of masses A and B",
        {"the relation for each single outcome": "A == B"},
    ),
    Schema(
        "elementary-probability:parts",
        ("the relation for each of N disjoint parts",),
        ("p <= c*q + N*d",),
        "p = P(E), q = Q(E) for an event E of N parts, of masses A and B",
        {"the relation for each of N disjoint parts": "A <= c*B + d"},
    ),
    Schema(
        "elementary-probability:gains",
        ("each of N outcomes gains g", "no other outcome gains"),
        ("d == N*g",),
        "d = max_E P(E) - c Q(E), where N outcomes of masses A and B gain g > 0 and others do not",
        {"each of N outcomes gains g": "A - c*B == g", "no other outcome gains": "C <= c*D"},
    ),
    Schema(
        "ionescu-tulcea",
        ("each factor is a kernel of the past",),
        ("joint == past*k",),
        "joint = probability (or density) of a history, past = of the history without its last "
        "round, k = the kernel's (or the density's) value for that round",
    ),
    Schema(
        "composition:approximate",
        ("each part is (e_i, d_i)-DP", "each part sees the data and the outputs before it"),
        ("v <= exp(e)*w + d",),
        "v = P_D(E), w = P_D'(E) for all outputs together, e and d the sums of the e_i and d_i",
    ),
    Schema(
        "composition:concentrated",
        ("each part is r_i-zCDP", "each part sees the data and the outputs before it"),
        ("v <= r*a",),
        "v = the Renyi divergence of order a of all outputs together, r the sum of the r_i",
    ),
    Schema(
        "elementary-probability:densities",
        ("the relation of the densities at every point",),
        ("p <= exp(e)*q",),
        "p = P(E), q = Q(E) for laws with densities, X = the logarithm of their ratio",
        {"the relation of the densities at every point": "X <= e"},
    ),
    Schema(
        "jensen:norm",
        ("the mean of each |Y_i|",),
        ("r <= e",),
        "r = the 2-norm of the means of the |Y_i|, e = E of the 2-norm of Y",
    ),
    Schema(
        "jensen:square",
        ("the mean of each square",),
        ("e**2 <= m",),
        "e = E X, m = E X^2",
    ),
    Schema(
        "bounds-of-sets:margin",
        ("x is at most y + r for every r > 0",),
        ("x <= y",),
        "two numbers",
        {"x is at most y + r for every r > 0": "x <= y + r"},
    ),
    Schema(
        "recursion",
        ("the same start", "the same recursion"),
        ("x == y",),
        "x and y: the terms of two sequences",
    ),
    Schema(
        "bounds-of-sets:subset",
        ("each member of the first set is one of the second",),
        ("x <= y",),
        "x and y: the suprema of the two sets",
    ),
    Schema(
        "bounds-of-sets:scaled",
        ("m >= 0",),
        ("x == m*y",),
        "x = the supremum of m times the members, y = that of the members",
    ),
    Schema(
        "backward-induction",
        ("a choice after a prefix enters only what continues it",),
        ("x == y",),
        "x = the supremum after a prefix, y = the sum over the next moves of their suprema",
    ),
    Schema(
        "kuhn",
        ("she remembers what she saw and did",),
        ("p == q",),
        "p = the probability of an event, q = the mean of those of deterministic strategies",
    ),
    Schema(
        "elementary-probability:mixture",
        ("the relation for each part",),
        ("p <= c*q + d",),
        "p and q: means, with the same weights, of numbers A and B",
        {"the relation for each part": "A <= c*B + d"},
    ),
    Schema(
        "joint-convexity:renyi",
        ("the relation for each part",),
        ("m <= c",),
        "m = exp((a-1) D_a), a > 1, of two mixtures with the same weights; A that of parts",
        {"the relation for each part": "A <= c"},
    ),
    Schema(
        "group-privacy:approximate",
        ("the mechanism is (e, delta)-DP",),
        ("v <= exp(e*d)*w + s",),
        "v = M_D(E), w = M_D'(E) at distance d, s = delta (1 + exp(e) + ... + exp((d-1) e))",
    ),
    Schema(
        "limit-inferior",
        ("each term is at least 0",),
        ("x >= y",),
        "x = the lower limit of a sum of K sequences, y = the sum of their lower limits",
    ),
    Schema(
        "lai-robbins",
        ("the policy is consistent", "the class is a product of sets of laws of finite mean"),
        ("r >= 1/k",),
        "r = lim inf E N_a(T)/log T of a suboptimal arm, k = its KL_inf, finite and positive",
    ),
    Schema(
        "cauchy-schwarz",
        (),
        ("d**2 <= x*y",),
        "d = <u, v>, x = |u|^2, y = |v|^2",
    ),
    Schema(
        "sherman-morrison",
        ("1 + q is not 0",),
        ("n == q - q**2/(1 + q)",),
        "q = a' A^-1 a, n = a' (A + a a')^-1 a",
    ),
    Schema(
        "bounds-of-sets:member",
        ("v is a member",),
        ("low <= v",),
        "low = the infimum of the set",
    ),
    Schema(
        "bounds-of-sets:upper limit with a margin",
        ("x_n <= c + s for every s > 0 and all large n",),
        ("high <= c",),
        "high = the upper limit of x_n = X",
        {"x_n <= c + s for every s > 0 and all large n": "X <= c + s"},
    ),
    Schema(
        "lai-robbins:product",
        ("a consistent policy over an unstructured class",),
        ("1 <= k*x",),
        "k = KL_inf of a suboptimal arm, x = the lower limit of E N_a / log T",
    ),
)
_BY_NAME = {PREFIX + schema.name: schema for schema in SCHEMAS}


def schema_of(name: str) -> Schema:
    """The schema of a fact.

    >>> schema_of("textbook.markov").hypotheses
    ('X >= 0', 'a > 0')
    """
    if name not in _BY_NAME:
        raise ValueError(
            f"The fact {name!r} has no schema; give its hypotheses in textbook_schemas.py."
        )
    return _BY_NAME[name]
