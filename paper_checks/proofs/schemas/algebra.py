"""Facts about inner products and matrices."""

from .schema import Schema

SCHEMAS = (
    Schema(
        "cauchy-schwarz",
        (),
        ("d**2 <= x*y",),
        "d = <u, v>, x = |u|^2, y = |v|^2",
    ),
    Schema("cauchy-schwarz:triangle", (), ("z <= x + y",), "x = |u|, y = |v|, z = |u + v|"),
    Schema(
        "cauchy-binet:basic solutions",
        ("G is invertible", "X <= Y for each basis"),
        ("c <= m",),
        "c = a linear function of the N_j a_j' G^-1 v, G = sum N_j a_j a_j', X and Y = it and a "
        "bound of it for the coefficients of v in a basis (0 for other j), m = the mean of Y over "
        "bases, with weights det^2 times the product of their N_j",
        {"X <= Y for each basis": "X <= Y"},
    ),
    Schema(
        "sherman-morrison",
        ("1 + q > 0",),
        ("n == q - q**2/(1 + q)",),
        "q = a' A^-1 a, n = a' (A + a a')^-1 a",
        {"1 + q > 0": "1 + q > 0"},
    ),
    Schema(
        "sherman-morrison:determinant",
        ("A is invertible",),
        ("n == m*(1 + q)",),
        "q = a' A^-1 a, m = det A, n = det (A + a a')",
    ),
    Schema(
        "spectral-theorem:range",
        ("M is symmetric", "<u, M u> > 0 for every u with <u, v> = 1"),
        (),
        "v is in the range of M, and M M^+ v = v for the pseudoinverse M^+; Q = <u, M u>",
        {"<u, M u> > 0 for every u with <u, v> = 1": "Q > 0"},
    ),
    Schema(
        "spectral-theorem:inverse",
        ("G v = k v", "k > 0"),
        ("h == 1/k",),
        "h = the eigenvalue of the inverse of a positive definite G at v",
        {"k > 0": "k > 0"},
    ),
)
