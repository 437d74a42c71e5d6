"""Facts about inner products and matrices."""

from .schema import Schema

SCHEMAS = (
    Schema("cauchy-schwarz", (), ("d**2 <= x*y",), "d = <u, v>, x = |u|^2, y = |v|^2"),
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
        "spectral-theorem:determinant",
        ("A is symmetric, B positive definite",),
        ("p == a/b",),
        "p = the product of the eigenvalues of B^-1/2 A B^-1/2, a = det A, b = det B",
    ),
    Schema(
        "spectral-theorem:largest quotient",
        ("A is symmetric, B positive definite", "each eigenvalue is <= c"),
        ("q <= c",),
        "q = x'Ax/x'Bx for an x other than 0, X = an eigenvalue of B^-1/2 A B^-1/2",
        {"each eigenvalue is <= c": "X <= c"},
    ),
    Schema(
        "spectral-theorem:eigenvalue",
        ("A is symmetric, B positive definite", "each quotient is >= c"),
        ("m >= c",),
        "m = an eigenvalue of B^-1/2 A B^-1/2, X = x'Ax/x'Bx, which is m for some x",
        {"each quotient is >= c": "X >= c"},
    ),
    Schema(
        "golden-thompson",
        ("A and B are symmetric",),
        ("x <= y",),
        "x = tr exp(A + B), y = tr (exp(A) exp(B))",
    ),
    Schema(
        "sherman-morrison",
        ("1 + q > 0",),
        ("n == q - q**2/(1 + q)",),
        "q = a' A^-1 a, n = a' (A + a a')^-1 a",
        {"1 + q > 0": "1 + q > 0"},
    ),
    Schema(
        "sphere-nets",
        ("r > 0", "r <= 1"),
        ("n <= exp(d*log(1 + 2/r))", "h <= r"),
        "n = the number of points of some subset of the unit sphere of R^d, h = the distance of a "
        "point of the sphere from the nearest of them",
        {"r > 0": "r > 0", "r <= 1": "r <= 1"},
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
    Schema(
        "inverse-matrix:squares",
        ("V is invertible",),
        ("x == y",),
        "x = sum_s w_s (a' V^-1 a_s)^2, y = a' V^-1 a, V = sum_s w_s a_s a_s' with w_s >= 0",
    ),
    Schema(
        "inverse-matrix:trace",
        ("V is invertible",),
        ("x == d",),
        "x = sum_s w_s a_s' V^-1 a_s, V = sum_s w_s a_s a_s', with a_s of length d",
    ),
    Schema(
        "inverse-matrix:order",
        ("<u, A u> >= c <u, B u> for every u", "c > 0"),
        ("x <= y/c",),
        "x = b' A^-1 b, y = b' B^-1 b, A and B positive definite; Q, R = <u, A u>, <u, B u>",
        {"<u, A u> >= c <u, B u> for every u": "c*R <= Q", "c > 0": "c > 0"},
    ),
    Schema(
        "inverse-matrix:cauchy-schwarz",
        ("V is positive definite",),
        ("x**2 <= y*z",),
        "x = a' V^-1 b, y = a' V^-1 a, z = b' V^-1 b",
    ),
    Schema(
        "sherman-morrison:mixture",
        ("V is positive definite", "s < 1"),
        ("u == v + (n - 1)*log(1 - s) + log(1 - s + s*x)",),
        "u = log det((1 - s) V + s a a'), v = log det V, x = a' V^-1 a, n = the rows of V",
        {"s < 1": "s < 1"},
    ),
    Schema(
        "determinant-trace",
        ("A and B are positive definite",),
        ("u <= v + n*log(t/n)",),
        "u = log det B, v = log det A, t = tr(A^-1 B), n = the number of rows",
    ),
    Schema(
        "caratheodory",
        ("a convex combination of points of an affine space of dimension m",),
        ("k <= m + 1",),
        "k = the least number of the points of which it is a convex combination",
    ),
)
