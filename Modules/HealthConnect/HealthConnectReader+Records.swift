import HealthMetrics
import PluginKit
import SQLiteFiles

extension HealthConnectReader {
    private typealias Origin = HealthConnectOrigins.Origin

    /// Reads blood pressures in mmHg.
    func readPressures() throws {
        let table = "blood_pressure_record_table"
        try database.read(
            table,
            ["row_id", "time", "zone_offset", "systolic", "diastolic"]
                + HealthConnectOrigins.columns
        ) { row in
            let location = Self.location(row, table)
            guard let time = row.integer(1), let upper = row.number(3), let lower = row.number(4)
            else { return try quarantine(location, "BloodPressure") }
            note(offset: row.integer(2), at: time)
            try appendCorrelation(
                "BloodPressure", Origin(row, at: 5), time..<time,
                [
                    ("bloodPressureSystolic", "mmHg", upper),
                    ("bloodPressureDiastolic", "mmHg", lower),
                ], [:], location)
        }
    }

    /// Reads meals: masses in grams, energies in calories.
    func readMeals() throws {
        let table = "nutrition_record_table"
        let fixed = ["row_id", "start_time", "end_time", "start_zone_offset", "meal_name"]
        try database.read(
            table, fixed + HealthConnectOrigins.columns + Self.nutrients.map(\.column)
        ) { row in
            let location = Self.location(row, table)
            guard let start = row.integer(1), let end = row.integer(2), start <= end else {
                return try quarantine(location, "Food")
            }
            note(offset: row.integer(3), at: start)
            let first = Int32(fixed.count + HealthConnectOrigins.columns.count)
            let values = Self.nutrients.enumerated().compactMap { index, nutrient in
                row.number(first + Int32(index)).flatMap { value in
                    value > 0 ? (nutrient.metric, nutrient.unit, value / nutrient.divisor) : nil
                }
            }
            guard !values.isEmpty else { return batches.ignore(of: "meals without nutrients") }
            try appendCorrelation(
                "Food", Origin(row, at: Int32(fixed.count)), start..<end, values,
                row.text(4).map { ["HKFoodType": $0] } ?? [:], location)
        }
    }

    private func appendCorrelation(
        _ type: String, _ origin: Origin, _ times: Range<Int64>,
        _ values: [(metric: String, unit: String, value: Double)], _ metadata: [String: String],
        _ location: ItemLocation
    ) throws {
        for (metric, unit, value) in values {
            try append(value, metric, unit, origin, times, isPart: true, location)
        }
        try batches.append(
            ImportedCorrelation(
                type: type, source: origins.source(origin), start: times.lowerBound,
                end: times.upperBound,
                members: values.map {
                    ImportedCorrelation.Member(
                        metric: $0.metric, unit: $0.unit, start: times.lowerBound,
                        end: times.upperBound, value: $0.value)
                }, metadata: metadata), from: location)
    }

    /// Reads events, whose values are HealthKit's.
    func readEvents() throws {
        try readEvents(
            "menstruation_flow_record_table", "flow", "menstrualFlow", [0: 1, 1: 2, 2: 3, 3: 4])
        try readEvents(
            "ovulation_test_record_table", "result", "ovulationTestResult",
            [0: 3, 1: 2, 2: 4, 3: 1])
        try readEvents("sexual_activity_record_table", nil, "sexualActivity", [:])
        try readEvents("intermenstrual_bleeding_record_table", nil, "intermenstrualBleeding", [:])
        try readEvents("mindfulness_session_record_table", nil, "mindfulSession", [:])
    }

    /// `values` are HealthKit's by those of the column; without a column the event has no value.
    private func readEvents(
        _ table: String, _ column: String?, _ metric: String, _ values: [Int64: Int]
    ) throws {
        let isInterval = database.has("start_time", in: table)
        try database.read(
            table,
            [
                "row_id", isInterval ? "start_time" : "time", isInterval ? "end_time" : "time",
                isInterval ? "start_zone_offset" : "zone_offset", column ?? "row_id",
            ] + HealthConnectOrigins.columns
        ) { row in
            let location = Self.location(row, table)
            guard let start = row.integer(1), let end = row.integer(2), start <= end,
                let number = row.integer(4)
            else { return try quarantine(location, metric) }
            note(offset: row.integer(3), at: start)
            guard let value = column == nil ? Int(CategoryValue.notApplicable) : values[number]
            else { return batches.ignore(of: "\(metric) of an unknown kind") }
            try append(
                Double(value), metric, "category", Origin(row, at: 5), start..<end, location)
        }
    }

    // MARK: Sleep

    /// Nights whose stages are read; later ones are asleep as a whole.
    private static var nightLimit: Int { 100_000 }

    /// Reads nights by their stages; a night without a known stage is asleep as a whole. Some watches write one
    /// stage of an unknown kind for a whole night.
    func readNights() throws {
        let table = "sleep_session_record_table"
        let stages = "sleep_stages_table"
        var nights: Set<Int64> = []
        try database.read(
            stages, ["rowid", "stage_start_time", "stage_end_time", "stage_type", "parent_key"],
            with: table, ["row_id"] + HealthConnectOrigins.columns
        ) { row in
            let location = Self.location(row, stages)
            guard row.integer(5) != nil, let start = row.integer(1), let end = row.integer(2),
                let number = row.integer(3), let night = row.integer(4), start <= end
            else { return try quarantine(location, "sleepAnalysis") }
            guard nights.contains(night) || nights.count < Self.nightLimit else {
                return batches.ignore(of: "stages of nights beyond the limit of a file")
            }
            guard let stage = Self.stages[number] else {
                return batches.ignore(of: "sleep of an unknown stage")
            }
            nights.insert(night)
            try append(
                stage.value, "sleepAnalysis", "category", Origin(row, at: 6), start..<end,
                location)
        }
        try database.read(
            table,
            ["row_id", "start_time", "end_time", "start_zone_offset"]
                + HealthConnectOrigins.columns
        ) { row in
            guard let id = row.integer(0), let start = row.integer(1), let end = row.integer(2),
                start <= end
            else { return try quarantine(Self.location(row, table), "sleepAnalysis") }
            note(offset: row.integer(3), at: start)
            guard !nights.contains(id) else {
                return batches.ignore(of: "nights with stages")
            }
            try append(
                SleepStage.asleep.value, "sleepAnalysis", "category", Origin(row, at: 4),
                start..<end, Self.location(row, table))
        }
    }

    /// Stages by the numbers of `SleepSessionRecord.StageType`; 0 is unknown.
    private static let stages: [Int64: SleepStage] = [
        1: .awake, 2: .asleep, 3: .awake, 4: .core, 5: .deep, 6: .rem, 7: .awake,
    ]

    private static let nutrients:
        [(column: String, metric: String, unit: String, divisor: Double)] =
            [("energy", "dietaryEnergyConsumed", "kcal", 1000)]
            + [
                ("protein", "Protein"), ("total_carbohydrate", "Carbohydrates"),
                ("total_fat", "FatTotal"), ("saturated_fat", "FatSaturated"),
                ("monounsaturated_fat", "FatMonounsaturated"),
                ("polyunsaturated_fat", "FatPolyunsaturated"), ("dietary_fiber", "Fiber"),
                ("sugar", "Sugar"), ("caffeine", "Caffeine"), ("cholesterol", "Cholesterol"),
                ("sodium", "Sodium"), ("potassium", "Potassium"), ("calcium", "Calcium"),
                ("iron", "Iron"), ("magnesium", "Magnesium"), ("manganese", "Manganese"),
                ("phosphorus", "Phosphorus"), ("zinc", "Zinc"), ("copper", "Copper"),
                ("chloride", "Chloride"), ("niacin", "Niacin"),
                ("pantothenic_acid", "PantothenicAcid"), ("riboflavin", "Riboflavin"),
                ("thiamin", "Thiamin"), ("vitamin_a", "VitaminA"), ("vitamin_b6", "VitaminB6"),
                ("vitamin_b12", "VitaminB12"), ("vitamin_c", "VitaminC"), ("vitamin_d", "VitaminD"),
                ("vitamin_e", "VitaminE"), ("vitamin_k", "VitaminK"), ("biotin", "Biotin"),
                ("folate", "Folate"), ("chromium", "Chromium"), ("iodine", "Iodine"),
                ("molybdenum", "Molybdenum"), ("selenium", "Selenium"),
            ].map { ($0, "dietary\($1)", "g", 1) }
}
