import PluginKit

/// Turns lines of a diary into samples and rows.
struct DiaryReader {
    private static let source = "Diary"

    private let sleep: SeriesHandle
    private let systolic: SeriesHandle
    private let diastolic: SeriesHandle
    private let steps: SeriesHandle
    /// Steps, which are appended in columns.
    private var starts: [Int64] = []
    private var ends: [Int64] = []
    private var counts: [Double] = []

    init(_ batches: inout SampleBatches) throws {
        func pressure(_ metric: String) -> SeriesDescription {
            SeriesDescription(metric: metric, unit: "mmHg", source: Self.source, isPart: true)
        }
        sleep = try batches.series(.sleep(source: Self.source))
        systolic = try batches.series(pressure("bloodPressureSystolic"))
        diastolic = try batches.series(pressure("bloodPressureDiastolic"))
        steps = try batches.series(
            SeriesDescription(metric: "stepCount", unit: "count", source: Self.source))
    }

    mutating func read(_ line: TextLine, into batches: inout SampleBatches) throws {
        let fields = line.text.split(separator: ",").map(String.init)
        let location = ItemLocation(line)
        switch (fields.first, fields.count) {
        case ("workout", 7): try readWorkout(fields, location, &batches)
        case ("sleep", 4): try readSleep(fields, location, &batches)
        case ("pressure", 4): try readPressure(fields, location, &batches)
        case ("steps", 4):
            guard let start = Int64(fields[1]), let end = Int64(fields[2]),
                let count = Double(fields[3])
            else { return try quarantine(line, "stepCount", &batches) }
            starts.append(start)
            ends.append(end)
            counts.append(count)
            if starts.count == ColumnarSamples.capacity { try finish(into: &batches) }
        case ("summary", 4):
            guard let hours = Double(fields[2]), let goal = Double(fields[3]) else {
                return try quarantine(line, "ActivitySummary", &batches)
            }
            try batches.append(
                ImportedActivitySummary(
                    day: fields[1], values: ["appleStandHours": hours],
                    goals: ["appleStandHours": goal]),
                from: location)
        case ("note", 2): try batches.report(fields[1], at: location)
        default: try quarantine(line, "line", &batches)
        }
    }

    /// Appends the pending steps.
    mutating func finish(into batches: inout SampleBatches) throws {
        guard !starts.isEmpty else { return }
        try batches.append(
            ColumnarSamples(
                series: [steps], lengths: [Int32(starts.count)], starts: starts, ends: ends,
                values: counts),
            from: ItemLocation(offset: 0, line: 0, text: ""))
        (starts, ends, counts) = ([], [], [])
    }

    private func readWorkout(
        _ fields: [String], _ location: ItemLocation, _ batches: inout SampleBatches
    ) throws {
        guard let start = Int64(fields[2]), let end = Int64(fields[3]),
            let energy = Double(fields[4]), let meters = Double(fields[6])
        else { return try quarantine(location, "Workout", &batches) }
        let workout = ImportedWorkout(
            type: fields[1], source: Self.source, start: start, end: end,
            statistics: ["activeEnergyBurned": .init(unit: "kJ", sum: energy)],
            events: [.init(type: "Lap", start: start, seconds: 60)],
            activities: [.init(type: fields[1], start: start, end: end)],
            routes: [
                .init(
                    file: fields[5], points: 2, distanceMeters: meters,
                    box: .init(south: 52, west: 13, north: 52.1, east: 13.1))
            ], metadata: ["HKIndoorWorkout": "0"])
        try batches.append(workout, files: ["route": 1], from: location)
    }

    private func readSleep(
        _ fields: [String], _ location: ItemLocation, _ batches: inout SampleBatches
    ) throws {
        let stage = SleepStage.allCases.first { "\($0)" == fields[1] }
        guard let stage, let start = Int64(fields[2]), let end = Int64(fields[3]) else {
            return try quarantine(location, "sleepAnalysis", &batches)
        }
        try batches.append(
            stage, to: sleep, start: start, end: end, details: [.timeZone("Europe/Berlin")],
            from: location)
    }

    private func readPressure(
        _ fields: [String], _ location: ItemLocation, _ batches: inout SampleBatches
    ) throws {
        guard let time = Int64(fields[1]), let high = Double(fields[2]),
            let low = Double(fields[3])
        else { return try quarantine(location, "Correlation", &batches) }
        func member(_ metric: String, _ value: Double) -> ImportedCorrelation.Member {
            .init(metric: metric, unit: "mmHg", start: time, end: time, value: value)
        }
        try batches.append(
            ImportedCorrelation(
                type: "BloodPressure", source: Self.source, start: time, end: time,
                members: [
                    member("bloodPressureSystolic", high), member("bloodPressureDiastolic", low),
                ]),
            from: location)
        try batches.append(systolic, start: time, end: time, value: high, from: location)
        try batches.append(diastolic, start: time, end: time, value: low, from: location)
    }

    private func quarantine(
        _ line: TextLine, _ type: String, _ batches: inout SampleBatches
    ) throws {
        try quarantine(ItemLocation(line), type, &batches)
    }

    private func quarantine(
        _ location: ItemLocation, _ type: String, _ batches: inout SampleBatches
    ) throws {
        try batches.quarantine(location, type: type, reason: "its fields are invalid")
    }
}
