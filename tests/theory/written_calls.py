"""What calls that are written in tables may use: public names, and those of further modules."""

import math
import sys
from fractions import Fraction
from functools import cache
from importlib import import_module
from typing import Any
import numpy as np


@cache
def scope(*modules: str) -> dict[str, Any]:
    """The names of `banditproof.theory` and of these modules, and the modules themselves."""
    rooms = [import_module(name) for name in ("banditproof.theory", *modules)]
    result = {room.__name__.rpartition(".")[2]: room for room in rooms}
    result |= {"math": math, "np": np, "sys": sys, "Fraction": Fraction}
    for room in rooms:
        result |= {name: getattr(room, name) for name in dir(room) if name[:2] != "__"}
    return result
