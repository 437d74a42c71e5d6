"""Facts about inner products and matrices."""

from .schema import Schema

SCHEMAS = (
    Schema(
        "cauchy-schwarz",
        (),
        ("d**2 <= x*y",),
        "d = <u, v>, x = |u|^2, y = |v|^2",
    ),
    Schema(
        "sherman-morrison",
        ("1 + q > 0",),
        ("n == q - q**2/(1 + q)",),
        "q = a' A^-1 a, n = a' (A + a a')^-1 a",
        {"1 + q > 0": "1 + q > 0"},
    ),
)
