"""Facts about tails and moments: unions of events, sums of independent terms, martingales."""

from .schema import Schema

SCHEMAS = (
    Schema(
        "chernoff",
        ("independent coins of mean y", "x >= y"),
        ("p <= exp(-n*kl(x,y))",),
        "p = P(the sum of n coins >= n x)",
        {"x >= y": "x >= y"},
    ),
    Schema(
        "chernoff:average below",
        ("n independent draws in [0, 1] of one mean",),
        ("p <= exp(-n*k)",),
        "p = P(average <= x), x at most the mean mu, k = kl(x, mu)",
    ),
    Schema(
        "hoeffding:average above",
        ("n independent draws in [0, 1] of one mean",),
        ("p <= exp(-2*n*e**2)",),
        "p = P(average >= mean + e), e >= 0",
    ),
    Schema(
        "hoeffding:average of independent terms below",
        ("n independent terms in [0, 1]", "e >= 0"),
        ("p <= exp(-2*n*e**2)",),
        "p = P(average <= its mean - e)",
        {"e >= 0": "e >= 0"},
    ),
    Schema(
        "jensen:norm",
        ("the mean of each |Y_i|",),
        ("r <= e",),
        "r = the 2-norm of the means of the |Y_i|, e = E of the 2-norm of Y",
    ),
    Schema(
        "jensen:power",
        ("X > 0", "k in [0, 1]"),
        ("p <= exp(k*log(a))",),
        "p = E X^k, a = E X",
        {"k in [0, 1]": "k*(1 - k) >= 0"},
    ),
    Schema("jensen:square", ("the mean of each square",), ("e**2 <= m",), "e = E X, m = E X^2"),
    Schema(
        "kolmogorov",
        ("independent terms of mean 0", "their variances", "on the event X >= c"),
        ("p*c**2 <= v",),
        "p = the probability of the event, X = the largest |X_1 + ... + X_m| with m <= n, v >= "
        "the sum of the variances of n terms, c >= 0",
        {"on the event X >= c": "X >= c"},
    ),
    Schema(
        "laplace-tail",
        ("z >= 0",),
        ("p == exp(-z)/2",),
        "p = P(Y >= b z) for Y of the Laplace law of scale b",
        {"z >= 0": "z >= 0"},
    ),
    Schema(
        "laplace-tail:below",
        ("t >= 0", "b > 0"),
        ("p == exp(-t/b)/2",),
        "p = P(Y <= -t) for Y of the Laplace law of scale b",
        {"t >= 0": "t >= 0", "b > 0": "b > 0"},
    ),
    Schema(
        "laplace-tail:moments",
        ("l b < 1", "l b >= 0"),
        ("x == 1/(1 - l**2*b**2)",),
        "x = E exp(l Y) for Y of the Laplace law of scale b",
        {"l b < 1": "l*b < 1", "l b >= 0": "l*b >= 0"},
    ),
    Schema(
        "markov",
        ("X >= 0", "a > 0"),
        ("p*a <= m", "p <= m/a"),
        "p = P(X >= a), m = E X",
        {"X >= 0": "X >= 0", "a > 0": "a > 0"},
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
            "the conditional second moment of each is v": "Y == V",
        },
    ),
    Schema(
        "normal-law:moments",
        ("Z is normal, of mean 0 and variance v",),
        ("m == exp(l**2*v/2)",),
        "m = E exp(l Z), at any rate l",
    ),
    Schema(
        "union-bound",
        ("each event has probability at most d",),
        ("p <= n*d",),
        "p = the probability of the union of n events, X = that of one",
        {"each event has probability at most d": "X <= d"},
    ),
    Schema(
        "union-bound:sum",
        ("each event has its bound",),
        ("p <= total",),
        "p = the probability of the union, total = the sum of the bounds t of the probabilities X",
        {"each event has its bound": "X <= T"},
    ),
    Schema(
        "union-bound:two",
        ("the event is a part of two together",),
        ("p <= q + r",),
        "p, q, r: the probabilities of the event and of the two",
    ),
    Schema(
        "union-bound:three",
        ("the event lies in the union of three",),
        ("p <= a + b + c",),
        "p = the probability of the event, a, b, c = those of the three",
    ),
    Schema(
        "ville",
        ("each factor has a conditional mean <= 1",),
        ("p*b <= 1",),
        "p = P(sup M_n >= b), M_n = the product of the first n factors, nonnegative, M_0 = 1; "
        "F = the conditional mean of a factor",
        {"each factor has a conditional mean <= 1": "F <= 1"},
    ),
    Schema(
        "ville:mean",
        ("each factor has a conditional mean <= 1",),
        ("m <= 1",),
        "m = E of the product of the first n factors, nonnegative; F = the conditional mean of one",
        {"each factor has a conditional mean <= 1": "F <= 1"},
    ),
)
