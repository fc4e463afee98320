/// A measurement in a table of Health Connect: the metric and the unit of the numbers of one column.
struct HealthConnectMeasure {
    let table: String
    let column: String
    let metric: String
    let unit: String
    /// Number of the table's unit in one of ``unit``: energies are in calories, shares in percent.
    var divisor = 1.0

    /// The values of intervals, except distances, which belong to the metric of their workout.
    static let intervals = [
        Self(table: "steps_record_table", column: "count", metric: "stepCount", unit: "count"),
        Self(
            table: "active_calories_burned_record_table", column: "energy",
            metric: "activeEnergyBurned", unit: "kcal", divisor: 1000),
        Self(
            table: "floors_climbed_record_table", column: "floors", metric: "flightsClimbed",
            unit: "count"),
        Self(
            table: "wheelchair_pushes_record_table", column: "count", metric: "pushCount",
            unit: "count"),
        Self(
            table: "hydration_record_table", column: "volume", metric: "dietaryWater", unit: "L"),
    ]

    static let distance = Self(
        table: "distance_record_table", column: "distance", metric: "distanceWalkingRunning",
        unit: "m")

    /// Watts of a kilocalorie (4184 J) a day.
    private static let wattsPerDailyKilocalorie = 4184.0 / 86_400

    /// The values of instants.
    static let instants = [
        Self(table: "weight_record_table", column: "weight", metric: "bodyMass", unit: "g"),
        Self(table: "height_record_table", column: "height", metric: "height", unit: "m"),
        Self(
            table: "body_fat_record_table", column: "percentage", metric: "bodyFatPercentage",
            unit: "fraction", divisor: 100),
        Self(
            table: "lean_body_mass_record_table", column: "mass", metric: "leanBodyMass", unit: "g"),
        Self(table: "bone_mass_record_table", column: "mass", metric: "boneMass", unit: "kg")
            .grams,
        Self(
            table: "body_water_mass_record_table", column: "body_water_mass",
            metric: "bodyWaterMass", unit: "kg"
        ).grams,
        Self(
            table: "basal_metabolic_rate_record_table", column: "basal_metabolic_rate",
            metric: "basalMetabolicRate", unit: "kcal/d", divisor: wattsPerDailyKilocalorie),
        Self(
            table: "body_temperature_record_table", column: "temperature",
            metric: "bodyTemperature", unit: "degC"),
        Self(
            table: "basal_body_temperature_record_table", column: "temperature",
            metric: "basalBodyTemperature", unit: "degC"),
        Self(
            table: "resting_heart_rate_record_table", column: "beats_per_minute",
            metric: "restingHeartRate", unit: "count/min"),
        Self(
            table: "heart_rate_variability_rmssd_record_table",
            column: "heart_rate_variability_millis", metric: "heartRateVariabilityRMSSD",
            unit: "ms"),
        Self(
            table: "respiratory_rate_record_table", column: "rate", metric: "respiratoryRate",
            unit: "count/min"),
        Self(
            table: "oxygen_saturation_record_table", column: "percentage",
            metric: "oxygenSaturation", unit: "fraction", divisor: 100),
        Self(
            table: "vo2_max_record_table", column: "vo2_milliliters_per_minute_kilogram",
            metric: "vo2Max", unit: "mL/min·kg"),
        Self(
            table: "blood_glucose_record_table", column: "level", metric: "bloodGlucose",
            unit: "mmol<180.1558800000541>/L"),
    ]

    /// The measure of a column in grams of a metric outside the table of metrics, which other importers
    /// store in kilograms.
    private var grams: Self {
        Self(table: table, column: column, metric: metric, unit: unit, divisor: 1000)
    }
}

/// A table of values at instants, of which each belongs to a row of another table.
struct HealthConnectSeries {
    /// Names of the tables of the values and of their records, the newest first.
    let tables: [(values: String, records: String)]
    let column: String
    let kind: Kind

    enum Kind {
        case heartRate, speed, power, cyclingCadence

        /// The metric and the unit during a workout of a type, nil for none; outside of workouts the
        /// type is nil.
        func metric(during type: String?) -> (name: String, unit: String)? {
            switch (self, type) {
            case (.heartRate, _): ("heartRate", "count/min")
            case (.speed, "Running"): ("runningSpeed", "m/s")
            case (.speed, "Cycling"): ("cyclingSpeed", "m/s")
            case (.speed, "Rowing"): ("rowingSpeed", "m/s")
            case (.power, "Running"): ("runningPower", "W")
            case (.power, "Cycling"): ("cyclingPower", "W")
            case (.cyclingCadence, _): ("cyclingCadence", "count/min")
            default: nil
            }
        }
    }

    static let all = [
        Self(
            tables: [("heart_rate_record_series_table", "heart_rate_record_table")],
            column: "beats_per_minute", kind: .heartRate),
        Self(
            tables: [
                ("speed_record_series_table", "speed_record_table"),
                ("speed_record_table", "SpeedRecordTable"),
            ], column: "speed", kind: .speed),
        Self(
            tables: [
                ("power_record_series_table", "power_record_table"),
                ("power_record_table", "PowerRecordTable"),
            ], column: "power", kind: .power),
        Self(
            tables: [
                (
                    "cycling_pedaling_cadence_record_series_table",
                    "cycling_pedaling_cadence_record_table"
                ),
                ("cycling_pedaling_cadence_record_table", "CyclingPedalingCadenceRecordTable"),
            ], column: "revolutions_per_minute", kind: .cyclingCadence),
    ]
}
