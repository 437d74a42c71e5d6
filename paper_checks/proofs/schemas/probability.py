"""Facts about probabilities, means, conditional laws, couplings and martingales."""

from .schema import Schema

SCHEMAS = (
    Schema(
        "elementary-probability:atoms",
        ("the relation for each single outcome",),
        ("p <= c*q",),
        "p = P(E), q = Q(E) for an event E of countably many outcomes, of masses A and B",
        {"the relation for each single outcome": "A <= c*B"},
    ),
    Schema(
        "elementary-probability:coarser past",
        ("given more, it is k", "k is a function of less"),
        ("x == k",),
        "x = the conditional probability given less, X = that given more",
        {"given more, it is k": "X == k"},
    ),
    Schema(
        "elementary-probability:densities",
        ("the relation of the densities at every point",),
        ("p <= exp(e)*q",),
        "p = P(E), q = Q(E) for laws with densities, X = the logarithm of their ratio",
        {"the relation of the densities at every point": "X <= e"},
    ),
    Schema(
        "elementary-probability:equal atoms",
        ("the relation for each single outcome",),
        ("p == q",),
        "p = P(E), q = Q(E) for an event E of countably many outcomes, of masses A and B",
        {"the relation for each single outcome": "A == B"},
    ),
    Schema(
        "elementary-probability:gains",
        ("each of N outcomes gains g", "no other outcome gains"),
        ("d == N*g",),
        "d = max_E P(E) - c Q(E), where N outcomes of masses A and B gain g > 0 and others do not",
        {"each of N outcomes gains g": "A - c*B == g", "no other outcome gains": "C <= c*D"},
    ),
    Schema(
        "elementary-probability:independent terms",
        ("independent terms", "the mean of each", "the variance of each"),
        ("mean == first", "variance == second"),
        "first, second = the sums of the means m and variances v of the terms",
        {"the mean of each": "X == m", "the variance of each": "Y == v"},
    ),
    Schema(
        "elementary-probability:largest",
        ("a mean over finitely many cases",),
        ("mean <= largest",),
        "largest = the largest of the values whose mean it is",
    ),
    Schema(
        "elementary-probability:linear",
        ("X = c + b Z at every outcome",),
        ("x == c + b*z",),
        "x = E X, z = E Z, c and b numbers",
        {"X = c + b Z at every outcome": "X == c + b*Z"},
    ),
    Schema(
        "elementary-probability:mean",
        ("X <= c Y at every outcome",),
        ("x <= c*y",),
        "x = E X, y = E Y, c a number",
        {"X <= c Y at every outcome": "X <= c*Y"},
    ),
    Schema(
        "elementary-probability:mixture",
        ("the relation for each part",),
        ("p <= c*q + d",),
        "p and q: means, with the same weights, of numbers A and B",
        {"the relation for each part": "A <= c*B + d"},
    ),
    Schema(
        "elementary-probability:multiplication",
        ("the conditional law of each draw",),
        ("p == x*y",),
        "p = the mass of a path; x, y = the products of the conditional masses of two kinds of "
        "draws",
    ),
    Schema(
        "elementary-probability:parts",
        ("the relation for each of N disjoint parts",),
        ("p <= c*q + N*d",),
        "p = P(E), q = Q(E) for an event E of N parts, of masses A and B",
        {"the relation for each of N disjoint parts": "A <= c*B + d"},
    ),
    Schema(
        "elementary-probability:parts of pairs",
        ("independent pairs", "the law of the part of each"),
        ("x == y",),
        "x = P(the part of each pair lies in its set), y = the product of the masses of these",
        {"the law of the part of each": "X == p"},
    ),
    Schema(
        "elementary-probability:same",
        ("X = Y almost surely",),
        ("x == y",),
        "x = E X, y = E Y",
        {"X = Y almost surely": "X == Y"},
    ),
    Schema(
        "elementary-probability:smaller event",
        ("the first event lies in the second",),
        ("p <= q",),
        "p, q = the probabilities of two events",
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
        "elementary-probability:sum of means",
        ("each mean is >= its bound",),
        ("total <= mean",),
        "mean = the mean of a sum, total = the sum of the bounds t of the means X of its terms",
        {"each mean is >= its bound": "X >= t"},
    ),
    Schema(
        "elementary-probability:sum of three",
        ("X = U + b V + W",),
        ("x == u + b*v + w",),
        "x = E X, u = E U, v = E V, w = E W, b a number",
        {"X = U + b V + W": "X == U + b*V + W"},
    ),
    Schema(
        "elementary-probability:total",
        ("the conditional law given the first part",),
        ("p == q",),
        "p = the mass of an event of the second part, q = the mean of its conditional masses",
    ),
    Schema(
        "elementary-probability:tower",
        ("the conditional mean of each term",),
        ("x == y",),
        "x = E X, y = the mean of the sum of the conditional means of the terms of X",
    ),
    Schema(
        "elementary-probability:variance",
        (),
        ("second == variance + mean**2",),
        "second = E X^2, mean = E X, variance = E (X - E X)^2",
    ),
    Schema(
        "ionescu-tulcea",
        ("each factor is a kernel of the past",),
        ("joint == past*k",),
        "joint = probability (or density) of a history, past = of the history without its last "
        "round, k = the kernel's (or the density's) value for that round",
    ),
    Schema(
        "ionescu-tulcea:one law",
        ("the same conditional laws",),
        ("p == q",),
        "p, q = the probabilities of an event under two laws of histories",
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
        "kuhn",
        ("she remembers what she saw and did",),
        ("p == q",),
        "p = the probability of an event, q = the mean of those of deterministic strategies",
    ),
    Schema(
        "markov",
        ("X >= 0", "a > 0"),
        ("p*a <= m", "p <= m/a"),
        "p = P(X >= a), m = E X",
    ),
    Schema(
        "layer-cake",
        ("X <= d on F", "g'(x) P(F, X > x) <= c for every x in [0, d]"),
        ("e <= 1 + d*c",),
        "e = E of g(X) on an event F, X >= 0, with g(0) = 1 and g' >= 0; G = g'(x) P(F, X > x)",
        {"X <= d on F": "X <= d", "g'(x) P(F, X > x) <= c for every x in [0, d]": "G <= c"},
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
        "reward-stacks:one arm",
        ("a function of the first n rewards of one arm, and of its own noise",),
        ("p == q",),
        "p = the probability of an event of that function, q = the same with n independent draws "
        "of the arm's law for the rewards",
    ),
    Schema(
        "ville",
        ("each factor has a conditional mean <= 1",),
        ("p*b <= 1",),
        "p = P(sup M_n >= b), M_n = the product of the first n factors, nonnegative, M_0 = 1; "
        "F = the conditional mean of a factor",
        {"each factor has a conditional mean <= 1": "F <= 1"},
    ),
)
