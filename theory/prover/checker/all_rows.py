"""All that a check of a proof rests on, each with its theorems of Coq: rules, parts, functions.

No program that judges imports this file: it is for those who read what Coq has proved.
"""

from . import functions, rules, wider_rules
from .identities import same
from .ranges import enclose
from .rows import Row
from .terms import Book

PARTS = (
    Row(
        name="range",
        premises="none",
        sides="each part has a range; a root is of a number >= 0, and a denominator not 0",
        conclusion="the term is defined, and its value lies in its range",
        theorems=(
            *("rule_range_sum", "rule_range_opp", "rule_range_product_high"),
            *("rule_range_product_low", "rule_range_rising", "rule_range_power"),
            *("rule_range_power_even", "rule_range_power_none", "rule_range_power_negative"),
            *("rule_range_inverse", "rule_range_larger", "rule_range_if", "rule_range_hull"),
            *("rule_range_pi", "rule_range_outward", "rule_power_value"),
        ),
        check=enclose,
    ),
    Row(
        name="same",
        premises="none",
        sides="both terms are defined, and have equal forms",
        conclusion="the terms are equal",
        theorems=(
            *("rule_same_inverse", "rule_same_root", "rule_same_power", "rule_same_root_below"),
            *("rule_same_root_product", "rule_same_root_whole", "rule_same_log_product"),
            *("rule_same_log_power", "rule_same_log_of", "rule_same_log_root"),
            *("rule_same_log_exp", "rule_same_xlogx", "rule_same_exp_sum"),
            *("rule_same_exp_multiple", "rule_same_tanh", "rule_same_lambertw"),
            *("rule_same_larger", "rule_same_cleared"),
        ),
        check=same,
    ),
    Row(
        name="derivative",
        premises="none",
        sides="the term is defined around the point, and the formula has a value there",
        conclusion="the formula is the derivative",
        theorems=(
            *("rule_derivative", "rule_slope_variable", "rule_slope_fixed", "rule_slope_sum"),
            *("rule_slope_product", "rule_slope_power_positive", "rule_slope_power_whole"),
            "rule_slope_power_at_0",
        ),
        check=Book.slope,
    ),
    Row(
        name="continuity",
        premises="none",
        sides="the term has a value at the place, and no choice in it depends on the variable",
        conclusion="the term is continuous there",
        theorems=(
            *("rule_continuous_variable", "rule_continuous_fixed", "rule_continuous_sum"),
            *("rule_continuous_product", "rule_continuous_power", "rule_continuous_larger"),
            *("rule_continuous_function", "rule_continuity"),
        ),
        check=wider_rules.continuous,
    ),
)
"""What rules share, and no proof names."""
ALL_ROWS = (*rules.ROWS, *PARTS, *wider_rules.ROWS, *wider_rules.PARTS)


def all_functions() -> dict[str, tuple[str, ...]]:
    """The theorems of each function, by its name.

    >>> all_functions()["erf"]
    ('rule_range_erf', 'rule_slope_erf', 'rule_continuous_erf')
    """
    known = {**dict(functions.ROWS), **wider_rules.ADDED}
    return {name: function.theorems for name, function in known.items()}
