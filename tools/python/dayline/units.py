"""Conversion of values between units, for files in other units than Dayline's.

>>> convert(180, "lb", "kg")
81.6466266
"""

from __future__ import annotations

from typing import NamedTuple

_POUND = 0.45359237
_CALORIE = 4184.0
_MERCURY = 133.322387415

#: Dimension, factor to the base unit, and the offset that is added before the factor.
_UNITS: dict[str, tuple[str, float, float]] = {
    **{name: ("length", factor, 0.0) for name, factor in {
        "m": 1, "km": 1000, "cm": 0.01, "mm": 0.001, "mi": 1609.344, "ft": 0.3048,
        "in": 0.0254, "yd": 0.9144}.items()},
    **{name: ("mass", factor, 0.0) for name, factor in {
        "kg": 1, "g": 0.001, "mg": 1e-6, "mcg": 1e-9, "lb": _POUND, "oz": _POUND / 16,
        "st": _POUND * 14}.items()},
    **{name: ("time", factor, 0.0) for name, factor in {
        "s": 1, "ms": 0.001, "min": 60, "hr": 3600, "d": 86_400}.items()},
    **{name: ("volume", factor, 0.0) for name, factor in {
        "L": 1, "mL": 0.001, "cL": 0.01, "dL": 0.1, "fl_oz_us": 0.0295735295625,
        "cup_us": 0.2365882365}.items()},
    **{name: ("energy", factor, 0.0) for name, factor in {
        "J": 1, "kJ": 1000, "cal": _CALORIE / 1000, "kcal": _CALORIE}.items()},
    **{name: ("speed", factor, 0.0) for name, factor in {
        "m/s": 1, "km/h": 1 / 3.6, "mi/hr": 0.44704}.items()},
    **{name: ("pressure", factor, 0.0) for name, factor in {
        "mmHg": _MERCURY, "kPa": 1000, "Pa": 1}.items()},
    "degC": ("temperature", 1, 0.0), "degF": ("temperature", 5 / 9, -32.0),
    "K": ("temperature", 1, -273.15),
    "count": ("count", 1, 0.0), "count/min": ("rate", 1, 0.0), "Hz": ("rate", 60, 0.0),
    "fraction": ("fraction", 1, 0.0), "%": ("fraction", 0.01, 0.0),
    # Glucose has 180.15588 g in a mole.
    "mg/dL": ("glucose", 1, 0.0), "mmol/L": ("glucose", 18.015588, 0.0),
    "W": ("power", 1, 0.0), "kW": ("power", 1000, 0.0),
    "mL/min·kg": ("oxygenUptake", 1, 0.0), "IU": ("international", 1, 0.0),
    "dBASPL": ("sound", 1, 0.0),
}

#: Other spellings, in lower case without spaces and dots.
_ALIASES = {
    "kgs": "kg", "kilogram": "kg", "kilograms": "kg", "kilo": "kg", "gram": "g", "grams": "g",
    "µg": "mcg", "μg": "mcg", "ug": "mcg", "lbs": "lb", "pound": "lb", "pounds": "lb",
    "ounce": "oz", "ounces": "oz", "stone": "st", "meter": "m", "meters": "m", "metre": "m",
    "metres": "m", "kilometer": "km", "kilometers": "km", "kilometre": "km",
    "kilometres": "km", "mile": "mi", "miles": "mi", "foot": "ft", "feet": "ft", "inch": "in",
    "inches": "in", "sec": "s", "secs": "s", "second": "s", "seconds": "s", "mins": "min",
    "minute": "min", "minutes": "min", "h": "hr", "hrs": "hr", "hour": "hr", "hours": "hr",
    "std": "hr", "day": "d", "days": "d", "l": "L", "liter": "L", "liters": "L", "litre": "L",
    "litres": "L", "ml": "mL", "cl": "cL", "dl": "dL", "floz": "fl_oz_us", "cup": "cup_us",
    "cups": "cup_us", "kcals": "kcal", "kj": "kJ", "kmh": "km/h", "kph": "km/h", "km/hr": "km/h",
    "mph": "mi/hr", "mmhg": "mmHg", "kpa": "kPa", "°c": "degC", "c": "degC", "celsius": "degC",
    "°f": "degF", "f": "degF", "fahrenheit": "degF", "kelvin": "K", "bpm": "count/min",
    "beats/min": "count/min", "1/min": "count/min", "/min": "count/min",
    "breaths/min": "count/min", "rpm": "count/min", "steps": "count", "counts": "count",
    "x": "count", "times": "count", "percent": "%", "mg/dl": "mg/dL", "mmol/l": "mmol/L",
    "ml/kg/min": "mL/min·kg", "ml/min/kg": "mL/min·kg", "ml/(kg·min)": "mL/min·kg",
    "ml/min·kg": "mL/min·kg", "watt": "W", "watts": "W", "iu": "IU", "db": "dBASPL",
}


class Conversion(NamedTuple):
    """A linear conversion: `value * factor + offset`."""

    factor: float
    offset: float

    def __call__(self, value: float) -> float:
        return value * self.factor + self.offset


#: The conversion of a unit to itself.
IDENTITY = Conversion(1.0, 0.0)


def named(name: str) -> str | None:
    """The unit of a name, such as `kg` for `Kilograms`; None if it is unknown."""
    text = name.strip()
    if text in _UNITS:
        return text
    text = text.replace(" ", "").replace(".", "").lower()
    return _ALIASES.get(text) or next((unit for unit in _UNITS if unit.lower() == text), None)


def conversion(source: str, target: str) -> Conversion | None:
    """The conversion between two units; None if one is unknown or their dimensions differ."""
    if source == target:
        return IDENTITY
    first, second = named(source), named(target)
    if first is None or second is None:
        return None
    if first == second:
        return IDENTITY
    dimension, factor, bias = _UNITS[first]
    other, other_factor, other_bias = _UNITS[second]
    if dimension != other:
        return None
    ratio = factor / other_factor
    return Conversion(ratio, bias * ratio - other_bias)


def convert(value: float, source: str, target: str) -> float:
    """A value in another unit. Raises ValueError if the units have no conversion."""
    found = conversion(source, target)
    if found is None:
        raise ValueError(f"{source} cannot be converted to {target}")
    return found(value)
