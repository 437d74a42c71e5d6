"""Facts about limits in law, of row sums and log-likelihood ratios, and sample covariances."""

from .schema import Schema

SCHEMAS = (
    Schema(
        "contiguity",
        ("the logarithm of the ratio tends in law to N(-m/2, m) under the second law",),
        (),
        "the logarithm of the ratio tends in law to N(m/2, m) under the first law",
    ),
    Schema(
        "limit-laws:bounded",
        ("X_n tends in law to X", "f is bounded and continuous"),
        ("x == y",),
        "x = the limit of E f(X_n), y = E f(X)",
    ),
    Schema(
        "limit-laws:largest",
        ("X_n tends in law to X", "Y_n tends in law to Y", "X and Y have no atoms"),
        ("x == y",),
        "x = the limit of the largest P(Y_n > t) - P(X_n > t) of all t, y = that for X and Y",
    ),
    Schema(
        "limit-laws:levels",
        ("X_n tends in law to X", "P(X > t) falls strictly from 1 to 0"),
        (),
        "the least t_n with P(X_n > t_n) <= a tend to the t with P(X > t) = a, for 0 < a < 1",
    ),
    Schema(
        "limit-laws:sum",
        ("X_n tends in law to X", "Y_n tends in probability to c"),
        (),
        "X_n + Y_n tends in law to X + c",
    ),
    Schema(
        "limit-laws:tail",
        ("X_n tends in law to X", "t_n tends to t", "X has no atoms"),
        ("x == y",),
        "x = the limit of P(X_n > t_n), y = P(X > t)",
    ),
    Schema(
        "row-sums",
        (
            "independent terms of mean 0",
            "the sum of their second moments tends to v",
            "each fourth moment is <= b C + D",
            "b tends to 0, the sum of C stays bounded, and that of D tends to 0",
        ),
        (),
        "the sums tend in law to N(0, v), the sums of squares in probability to v, and the largest "
        "|term| to 0; F = a fourth moment",
        {"each fourth moment is <= b C + D": "F <= b*C + D"},
    ),
    Schema(
        "wishart",
        ("h > d + 3",),
        ("x == h/(h - d - 1)", "y == h**2*(h - 1)/((h - d)*(h - d - 1)*(h - d - 3))"),
        "x = E u'S^-1 u, y = E u'S^-2 u, S = the sample covariance of h + 1 rows of N(0, I) with d "
        "columns, u a unit vector",
        {"h > d + 3": "h > d + 3"},
    ),
)
