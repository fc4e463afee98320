"""Metrics and roles of columns by their names."""

from __future__ import annotations

import re

from dayline import units

#: Other names of metrics, without case, spaces and punctuation.
_METRICS = {
    "bodymass": "bodyMass", "bodyweight": "bodyMass", "weight": "bodyMass", "gewicht": "bodyMass",
    "poids": "bodyMass", "peso": "bodyMass", "leanmass": "leanBodyMass",
    "bodyfatpercentage": "bodyFatPercentage", "fatpercentage": "bodyFatPercentage",
    "bodyfat": "bodyFatPercentage", "bodyfatpercent": "bodyFatPercentage", "körperfett": "bodyFatPercentage",
    "stepcount": "stepCount", "totalsteps": "stepCount", "steps": "stepCount",
    "schritte": "stepCount", "pas": "stepCount", "pasos": "stepCount",
    "heartrate": "heartRate", "puls": "heartRate", "herzfrequenz": "heartRate",
    "restingheartrate": "restingHeartRate", "restingpulse": "restingHeartRate",
    "ruhepuls": "restingHeartRate", "heartratevariability": "heartRateVariabilitySDNN",
    "bloodsugar": "bloodGlucose", "bloodglucose": "bloodGlucose", "glucose": "bloodGlucose",
    "blutzucker": "bloodGlucose", "systolicbloodpressure": "bloodPressureSystolic",
    "diastolicbloodpressure": "bloodPressureDiastolic", "systolisch": "bloodPressureSystolic",
    "diastolisch": "bloodPressureDiastolic", "bodytemperature": "bodyTemperature",
    "temperatur": "bodyTemperature", "oxygensaturation": "oxygenSaturation",
    "bloodoxygen": "oxygenSaturation", "sauerstoffsättigung": "oxygenSaturation",
    "activecalories": "activeEnergyBurned", "caloriesburned": "activeEnergyBurned",
    "distancewalked": "distanceWalkingRunning", "waterintake": "dietaryWater",
    "wasser": "dietaryWater", "größe": "height", "floors": "flightsClimbed",
    "floorsclimbed": "flightsClimbed", "vo2max": "vo2Max",
    "breathingrate": "respiratoryRate",
}
#: Unit of metrics whose values are codes.
CATEGORY = "category"
_PREFIX = re.compile(r"^HK(Quantity|Category|Data)Type(Identifier)?")
_UNIT = re.compile(r"^(?P<name>.*?)\s*[\[(](?P<unit>[^\])]*)[\])]\s*$")
_WORDS = re.compile(r"[^\W_]+")

TIME = {"date", "datetime", "time", "timestamp", "start", "startdate", "starttime", "day", "when",
        "measuredat", "createdat", "datum", "zeit", "zeitpunkt", "tag", "beginn", "fecha",
        "unixtime", "epoch", "jour"}
CLOCK = {"time", "clock", "uhrzeit", "zeit", "heure", "hora"}
END = {"end", "enddate", "endtime", "finish", "ende", "bis", "fin"}
UNIT = {"unit", "units", "einheit", "unité", "unidad"}
RESOLUTION = {"resolution"}
SOURCE = {"source", "sourcename", "device", "app", "quelle", "gerät"}
NAME = {"metric", "type", "name", "measure", "measurement", "kind", "variable", "parameter",
        "typ", "art", "category", "datatype"}
VALUE = {"value", "amount", "quantity", "reading", "result", "wert", "menge", "qty"}


def plain(name):
    """A name in lower case without spaces and punctuation."""
    return "".join(_WORDS.findall(name)).lower()


def name_and_unit(header):
    """The name of a column without its unit, and the unit or None: `Weight (lb)`, `weight_kg`."""
    if match := _UNIT.match(header):
        return match["name"], units.named(match["unit"])
    name, _, last = header.replace("_", " ").rpartition(" ")
    unit = units.named(last) if name else None
    return (name, unit) if unit and len(last) > 1 else (header, None)


def metric(name, batches):
    """The key of the metric with a name; None if no metric with numbers has the name."""
    bare = _PREFIX.sub("", name.strip())
    key = plain(bare)
    by_key = {plain(each): each for each in batches.metrics}
    for found in (bare, by_key.get(key), batches.metric_names.get(key), _METRICS.get(key)):
        # The values of a category are codes, not amounts.
        if found in batches.metrics or batches.units.get(found, CATEGORY) != CATEGORY:
            return found
    return None
