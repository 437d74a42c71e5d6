"""The words that say what a bound is; each is equal to its string."""

from enum import StrEnum


class Side(StrEnum):
    """On which side of the quantity a bound is; a threshold is where a regime changes."""

    LOWER = "lower"
    UPPER = "upper"
    THRESHOLD = "threshold"


class Quantity(StrEnum):
    """What is bounded."""

    COEFFICIENT = "coefficient of log T"
    REGRET = "regret at T"
    SAMPLES = "samples"
    BUDGET = "budget"


class Privacy(StrEnum):
    """The notion of privacy that the policies have; zCDP is that of tables and of interaction."""

    NONE = "none"
    PURE = "pure"
    APPROXIMATE = "approximate"
    ZCDP = "zcdp"
    VIEW_ZCDP = "view-zcdp"
    RENYI = "renyi"
    LOCAL = "local"
    SHUFFLE = "shuffle"
    JOINT = "joint"


class Status(StrEnum):
    """What a number is.

    The constant as printed, a better one of ours, a statement that was repaired, an older
    bound that papers compare with, or the number of a theorem that is false as printed.
    """

    PRINTED = "printed"
    OURS = "ours"
    REPAIRED = "repaired"
    OLDER = "older"
    REFUTED = "refuted"
