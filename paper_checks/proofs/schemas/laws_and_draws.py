"""Facts about densities, kernels, couplings, and draws in another order or of another law."""

from .schema import Schema

SCHEMAS = (
    Schema(
        "density",
        ("f is the density of P with respect to Q",),
        ("x == y",),
        "x = E_P X, y = E_Q (f X), X >= 0",
    ),
    Schema(
        "density:events",
        ("f <= c g at every point",),
        ("p <= c*q",),
        "p = P(E), q = Q(E) for measures with densities f = A and g = B",
        {"f <= c g at every point": "A <= c*B"},
    ),
    Schema(
        "density:affine",
        ("the map is affine with this inverse", "b > 0"),
        ("y == b*f",),
        "y = the density of a + Z/b at a place, f = that of Z at the place that is mapped to it",
        {"b > 0": "b > 0"},
    ),
    Schema(
        "ionescu-tulcea",
        ("each factor is a kernel of the past",),
        ("joint == past*k",),
        "joint = probability (or density) of a history, past = of the history without its last "
        "round, k = the kernel's (or the density's) value for that round",
    ),
    Schema(
        "ionescu-tulcea:densities",
        ("the conditional density of each draw",),
        ("p == x*y",),
        "p = the density of finitely many rounds; x, y = the products of the conditional densities "
        "of two kinds of draws, with respect to sigma-finite measures",
    ),
    Schema(
        "ionescu-tulcea:one law",
        ("the same conditional laws",),
        ("p == q",),
        "p, q = the probabilities of an event under two laws of histories",
    ),
    Schema(
        "kuhn",
        ("she remembers what she saw and did",),
        ("p == q",),
        "p = the probability of an event, q = the mean of those of deterministic strategies",
    ),
    Schema(
        "layer-cake:density",
        ("one density for both, and kernels for one measure",),
        (),
        "P(E) and Q(E) are the integrals over m(dr) dy, y > 0, of V_r(E_y) and W_r(E_y), where P "
        "and Q have the density f with respect to V_r(da) m(dr) and W_r(da) m(dr), and E_y are the "
        "a with (a, r) in E and f > y",
    ),
    Schema(
        "maximal-coupling",
        ("{X != Y} is an event",),
        ("apart == t", "left == p", "right == q"),
        "apart = the mass of unequal pairs, left and right = the masses of a set under the "
        "marginals, whose laws have distance t and the masses p, q",
    ),
    Schema(
        "maximal-coupling:least",
        ("a coupling of both laws", "{X != Y} is an event"),
        ("t <= apart",),
        "apart = the mass of unequal pairs, t = the distance of the two laws",
    ),
    Schema(
        "poisson-race:afresh",
        ("arrivals of one up to a time, then an order of the rest",),
        ("p == x*y",),
        "p = the probability of an event of the arrivals of one process in [0, z] and of one of "
        "the order of the arrivals of another and of its own after z; x, y = those of the two",
    ),
    Schema(
        "poisson-race:coins",
        ("an event of the order of the arrivals",),
        ("p == q",),
        "p = the probability of an event of the order of the arrivals of two independent Poisson "
        "processes of equal rate, q = that of the event for independent fair coins",
    ),
    Schema(
        "poisson-race:counts",
        ("w = z^i/i!",),
        ("p == exp(-z)*w",),
        "p = the probability of exactly i arrivals in [0, z], at rate 1",
    ),
    Schema(
        "poisson-race:difference",
        ("the m-th arrivals of two independent Poisson processes of rate 1",),
        ("p == q",),
        "p = P(Z >= z) for the sum Z of m independent Laplace variables of scale 1, q = P(T - T' "
        ">= z) for the two m-th arrivals T and T'",
    ),
    Schema(
        "reward-stacks",
        ("given the past a reward has the law of its arm",),
        ("p == q",),
        "p = the mean of a function (or the probability of an event) of the rewards of the arms, "
        "numbered by their pulls; q = the same for independent draws of their laws",
    ),
    Schema(
        "reward-stacks:one arm",
        ("a function of the first n rewards of one arm, and of its own noise",),
        ("p == q",),
        "p = the probability of an event of that function, q = the same with n independent draws "
        "of the arm's law for the rewards",
    ),
    Schema(
        "radon-nikodym",
        ("the relation for every event",),
        ("x <= c",),
        "x = the density of P with respect to Q at almost every point, v = P(E), w = Q(E)",
        {"the relation for every event": "V <= c*W"},
    ),
)
