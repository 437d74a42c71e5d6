"""Facts about private mechanisms: groups and composition."""

from .schema import Schema

ALONE = "each part draws by itself, given the data and the outputs before it"
OWN_RECORDS = "each part sees its own records, fixed beforehand"
SCHEMAS = (
    Schema(
        "advanced-composition",
        ("each part is (e, d)-DP", ALONE),
        ("v <= exp(sqrt(2*k*g)*e + k*e*(exp(e) - 1))*w + k*d + r",),
        "v = P_D(E), w = P_D'(E) for all k outputs together, r in (0, 1), g = log(1/r)",
    ),
    Schema(
        "composition:approximate",
        ("each part is (e_i, d_i)-DP", ALONE),
        ("v <= exp(e)*w + d",),
        "v = P_D(E), w = P_D'(E) for all outputs together, e and d the sums of the e_i and d_i",
    ),
    Schema(
        "composition:concentrated",
        ("each part is r_i-zCDP", ALONE),
        ("v <= r*a",),
        "v = the Renyi divergence of order a of all outputs together, r the sum of the r_i",
    ),
    Schema(
        "composition:disjoint data",
        ("each part is (e, d)-DP", OWN_RECORDS, "the parts draw independently"),
        ("v <= exp(e)*w + d",),
        "v = P_D(E), w = P_D'(E) for all outputs together",
    ),
    Schema(
        "composition:disjoint data, concentrated",
        ("each part is r-zCDP", OWN_RECORDS, "the parts draw independently"),
        ("v <= r*a",),
        "v = the Renyi divergence of order a > 1 of all outputs together",
    ),
    Schema(
        "gaussian-mechanism:divergence",
        ("independent normal noise of variance w in each coordinate",),
        ("v == a*s**2/(2*w)",),
        "v = the Renyi divergence of order a of the outputs for values at the distance s (2-norm)",
    ),
    Schema(
        "group-privacy:approximate",
        ("the mechanism is (e, delta)-DP",),
        ("v <= exp(e*d)*w + s",),
        "v = M_D(E), w = M_D'(E) at distance d, s = delta (1 + exp(e) + ... + exp((d-1) e))",
    ),
    Schema(
        "group-privacy:pure",
        ("the mechanism is e-DP",),
        ("v <= exp(e*d)*w",),
        "v = M_D(E), w = M_D'(E) for data at Hamming distance d",
    ),
    Schema(
        "group-privacy:zcdp",
        ("the mechanism is r-zCDP",),
        ("k <= a*d**2*r",),
        "k = the Renyi divergence of order a > 1 of the outputs for data at Hamming distance d",
    ),
)
