/// A column of a table whose rows are measurements, and its metric.
struct SamsungMeasure {
    let column: String
    let metric: String
    let unit: String
    /// Factor of the values to the unit.
    var factor = 1.0

    /// The measurements by the data type of their table.
    static let tables: [String: [SamsungMeasure]] = [
        "com.samsung.health.weight": [
            SamsungMeasure(column: "weight", metric: "bodyMass", unit: "kg"),
            SamsungMeasure(
                column: "body_fat", metric: "bodyFatPercentage", unit: "fraction", factor: 0.01),
            SamsungMeasure(column: "body_fat_mass", metric: "bodyFatMass", unit: "kg"),
            SamsungMeasure(column: "muscle_mass", metric: "muscleMass", unit: "kg"),
            SamsungMeasure(column: "total_body_water", metric: "bodyWaterMass", unit: "kg"),
        ],
        "com.samsung.health.height": [
            SamsungMeasure(column: "height", metric: "height", unit: "cm")
        ],
        "com.samsung.health.blood_glucose": [
            SamsungMeasure(
                column: "glucose", metric: "bloodGlucose",
                unit: "mmol<180.1558800000541>/L")
        ],
        "com.samsung.shealth.tracker.oxygen_saturation": [
            SamsungMeasure(
                column: "spo2", metric: "oxygenSaturation", unit: "fraction", factor: 0.01)
        ],
        "com.samsung.health.body_temperature": [
            SamsungMeasure(column: "temperature", metric: "bodyTemperature", unit: "degC")
        ],
        "com.samsung.health.water_intake": [
            SamsungMeasure(column: "amount", metric: "dietaryWater", unit: "mL")
        ],
        "com.samsung.health.caffeine_intake": [
            SamsungMeasure(column: "amount", metric: "dietaryCaffeine", unit: "mg")
        ],
        "com.samsung.health.floors_climbed": [
            SamsungMeasure(column: "floor", metric: "flightsClimbed", unit: "count")
        ],
        "com.samsung.health.respiratory_rate": [
            SamsungMeasure(column: "average", metric: "respiratoryRate", unit: "count/min")
        ],
    ]
}
