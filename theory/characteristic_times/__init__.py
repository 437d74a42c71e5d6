"""Characteristic times of best-arm identification and their transportation costs."""

from .solution import CharacteristicTime, characteristic_time
from .transportation_costs import transportation_cost

__all__ = ["CharacteristicTime", "characteristic_time", "transportation_cost"]
