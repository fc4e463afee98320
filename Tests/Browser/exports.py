"""Small Apple Health exports with known values."""
import zipfile

TYPES = {
    "restingHeartRate": ("HKQuantityTypeIdentifierRestingHeartRate", "count/min"),
    "heartRateVariabilitySDNN": ("HKQuantityTypeIdentifierHeartRateVariabilitySDNN", "ms"),
    "flightsClimbed": ("HKQuantityTypeIdentifierFlightsClimbed", "count"),
    "bodyMass": ("HKQuantityTypeIdentifierBodyMass", "kg"),
    "respiratoryRate": ("HKQuantityTypeIdentifierRespiratoryRate", "count/min"),
    "stepCount": ("HKQuantityTypeIdentifierStepCount", "count"),
}


def write_export(path, series):
    """Writes export.zip with one sample at noon, UTC, for each day of {metric: {day: value}}."""
    records = []
    for metric, values in series.items():
        identifier, unit = TYPES[metric]
        for day, value in sorted(values.items()):
            times = f'startDate="{day} 12:00:00 +0000" endDate="{day} 12:01:00 +0000"'
            records.append(
                f'<Record type="{identifier}" sourceName="Watch" unit="{unit}" '
                f'creationDate="{day} 12:01:00 +0000" {times} value="{value}"/>')
    text = '<?xml version="1.0" encoding="UTF-8"?>\n<HealthData locale="en_GB">\n' + "\n".join(records)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("apple_health_export/export.xml", text + "\n</HealthData>\n")
