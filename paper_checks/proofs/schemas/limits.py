"""Facts about infima, suprema, limits and recursions."""

from .schema import Schema

SCHEMAS = (
    Schema(
        "backward-induction",
        ("a choice after a prefix enters only what continues it",),
        ("x == y",),
        "x = the supremum after a prefix, y = the sum over the next moves of their suprema",
    ),
    Schema(
        "bounds-of-sets:infimum",
        ("c is a lower bound",),
        ("c <= low",),
        "low = the infimum of the set, X = a member",
        {"c is a lower bound": "X >= c"},
    ),
    Schema(
        "bounds-of-sets:least upper bound",
        ("c is an upper bound",),
        ("high <= c",),
        "high = the supremum of the set, X = a member",
        {"c is an upper bound": "X <= c"},
    ),
    Schema(
        "bounds-of-sets:lower limit",
        ("x_n >= (1 - r) c for every r > 0 and all large n",),
        ("c <= low",),
        "low = the lower limit of x_n = X",
        {"x_n >= (1 - r) c for every r > 0 and all large n": "X >= (1 - r)*c"},
    ),
    Schema(
        "bounds-of-sets:margin",
        ("x is at most y + r for every r > 0",),
        ("x <= y",),
        "two numbers",
        {"x is at most y + r for every r > 0": "x <= y + r"},
    ),
    Schema(
        "bounds-of-sets:member",
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
        "bounds-of-sets:scaled",
        ("m >= 0",),
        ("x == m*y",),
        "x = the supremum of m times the members, y = that of the members",
    ),
    Schema(
        "bounds-of-sets:subset",
        ("each member of the first set is one of the second",),
        ("x <= y",),
        "x and y: the suprema of the two sets",
    ),
    Schema(
        "bounds-of-sets:sum of lower limits",
        ("the sum", "each lower limit is >= its bound"),
        ("bound <= low",),
        "low = the lower limit of the sum, bound = the sum of the bounds Y of its terms X",
        {"each lower limit is >= its bound": "X >= Y"},
    ),
    Schema(
        "bounds-of-sets:sum of upper limits",
        ("the sum", "each upper limit is <= its bound"),
        ("high <= bound",),
        "high = the upper limit of the sum, bound = the sum of the bounds Y of its terms X",
        {"each upper limit is <= its bound": "X <= Y"},
    ),
    Schema(
        "bounds-of-sets:supremum",
        ("v is a member",),
        ("v <= high",),
        "high = the supremum of the set",
    ),
    Schema(
        "bounds-of-sets:upper limit",
        ("x_n <= (1 + r) c for every r > 0 and all large n",),
        ("high <= c",),
        "high = the upper limit of x_n = X",
        {"x_n <= (1 + r) c for every r > 0 and all large n": "X <= (1 + r)*c"},
    ),
    Schema(
        "bounds-of-sets:upper limit with a margin",
        ("x_n <= c + s for every s > 0 and all large n",),
        ("high <= c",),
        "high = the upper limit of x_n = X",
        {"x_n <= c + s for every s > 0 and all large n": "X <= c + s"},
    ),
    Schema(
        "limit-inferior",
        ("each term is at least 0",),
        ("x >= y",),
        "x = the lower limit of a sum of K sequences, y = the sum of their lower limits",
    ),
    Schema(
        "recursion",
        ("the same start", "the same recursion"),
        ("x == y",),
        "x and y: the terms of two sequences",
    ),
)
