import PluginKit
import Testing

/// Rows and columns of samples as an importer outside this tree appends them: the tests use public
/// declarations only.
struct RowTests {
    private let location = ItemLocation(offset: 5, line: 2, text: "text")
    private let start: Int64 = 1_772_323_200_000
    private let hour: Int64 = 3_600_000

    /// An importer of one closure.
    private struct ClosureImporter: Importer {
        var script: (inout SampleBatches) throws -> Void = { _ in }

        func read(_ file: ImportFile, into batches: inout SampleBatches) throws {
            try script(&batches)
        }
    }

    private func trial(
        _ script: @escaping (inout SampleBatches) throws -> Void
    ) throws -> ImportTrial {
        try ImportTrial(of: ClosureImporter(script: script), reading: "")
    }

    private var workout: ImportedWorkout {
        ImportedWorkout(
            type: "Running", source: "Watch", device: "W1", start: start, end: start + hour,
            seconds: 3500,
            statistics: [
                "activeEnergyBurned": .init(unit: "kJ", sum: 4.184),
                "heartRate": .init(unit: "count/min", average: 140, min: 90, max: 170),
            ],
            events: [.init(type: "Lap", start: start + 1000, seconds: 60)],
            activities: [.init(type: "Running", start: start, end: start + hour)],
            routes: [
                .init(
                    file: "a.gpx", points: 2, distanceMeters: 1000,
                    box: .init(south: 52, west: 13, north: 52.1, east: 13.1))
            ], metadata: ["HKIndoorWorkout": "0"])
    }

    @Test func `a workout has its values in canonical units`() throws {
        let workout = workout

        let trial = try trial { try $0.append(workout, from: location) }

        var expected = workout
        expected.statistics["activeEnergyBurned"] = .init(unit: "kcal", sum: 1)
        #expect(trial.workouts == [expected])
        #expect(trial.quarantined.isEmpty)
    }

    @Test func `a correlation and a summary are appended with canonical values`() throws {
        let pressure = ImportedCorrelation(
            type: "BloodPressure", source: "Cuff", start: start, end: start,
            members: [
                .init(
                    metric: "bloodPressureSystolic", unit: "mmHg", start: start, end: start,
                    value: 120),
                .init(metric: "bodyMass", unit: "lb", start: start, end: start, value: 100),
            ])
        let summary = ImportedActivitySummary(
            day: "2026-03-01", values: ["appleStandHours": 12], goals: ["appleStandHours": 10])

        let trial = try trial {
            try $0.append(pressure, from: location)
            try $0.append(summary, from: location)
        }

        #expect(trial.correlations.first?.members.map(\.value) == [120, 45.359237])
        #expect(trial.activitySummaries == [summary])
    }

    @Test func `sleep stages are samples of sleep analysis`() throws {
        let (start, hour) = (start, hour)

        let trial = try trial { batches in
            let sleep = try batches.series(.sleep(source: "Ring"))
            for (index, stage) in SleepStage.allCases.enumerated() {
                let from = start + Int64(index) * hour
                try batches.append(
                    stage, to: sleep, start: from, end: from + hour, from: location)
            }
        }

        #expect(trial.samples.map(\.value) == [0, 1, 2, 3, 4, 5])
        #expect(Set(trial.samples.map(\.metric)) == ["sleepAnalysis"])
    }

    @Test(arguments: [
        ("end", "it ends before it starts"), ("start", "its time is out of range"),
        ("seconds", "its value is negative"), ("statistic", "its value is too large"),
        ("event", "its time is out of range"), ("route", "its value is not a number"),
        ("unit", "its unit \"km\" does not measure what \"kcal\" measures"),
    ])
    func `an invalid workout is quarantined with its location`(
        field: String, reason: String
    ) throws {
        var invalid = workout
        switch field {
        case "end": invalid.end = invalid.start - 1
        case "start": invalid.start = .min
        case "seconds": invalid.seconds = -1
        case "statistic": invalid.statistics["heartRate"]?.max = 1e16
        case "event": invalid.events[0].start = .max
        case "route": invalid.routes[0].distanceMeters = .nan
        default: invalid.statistics["activeEnergyBurned"]?.unit = "km"
        }
        let workout = invalid

        let trial = try trial { try $0.append(workout, from: location) }

        #expect(trial.workouts.isEmpty)
        #expect(trial.quarantined.map(\.type) == ["Workout"])
        #expect(trial.quarantined.map(\.reason) == [reason])
        #expect(trial.quarantined.map(\.location) == [location])
    }

    @Test func `columns are converted, and invalid samples in them are quarantined`() throws {
        let start = start

        let trial = try trial { batches in
            let weight = try batches.series(
                SeriesDescription(metric: "bodyMass", unit: "lb", source: "Scale"))
            let steps = try batches.series(
                SeriesDescription(metric: "stepCount", unit: "count", source: "Phone"))
            let valid = ColumnarSamples(
                series: [weight, steps], lengths: [1, 2], starts: [start, start, start],
                ends: [start, start, start], values: [100, 5, 6], attributeSamples: [2],
                attributeKinds: [SampleDetail.Kind.timeZone.rawValue], attributeTexts: [0],
                texts: ["Asia/Tokyo"])
            try batches.append(valid, from: location)
            var invalid = valid
            invalid.values[1] = -5
            invalid.ends[2] = start - 1
            try batches.append(invalid, from: location)
        }

        #expect(trial.samples.map(\.value) == [45.359237, 5, 6, 45.359237])
        #expect(
            trial.quarantined.map(\.reason) == [
                "its value is negative", "it ends before it starts",
            ])
    }

    @Test func `columns of different lengths are an error`() {
        #expect(throws: ImportProblem.self) {
            try trial { batches in
                let steps = try batches.series(
                    SeriesDescription(metric: "stepCount", unit: "count", source: "Phone"))
                try batches.append(
                    ColumnarSamples(
                        series: [steps], lengths: [2], starts: [0, 0], ends: [0], values: [1, 2]),
                    from: location)
            }
        }
    }

    @Test func `notes, progress and counts are part of the report`() throws {
        let trial = try trial { batches in
            try batches.report("a note", at: location, count: 3)
            try batches.reportProgress(bytesRead: 1, of: 2)
            batches.countNested(["MetadataEntry": ItemCounts(ignored: 2)])
            batches.countFiles(["route": ItemCounts(ignored: 1)])
            batches.ignoreMetadata(["key": 1])
            try batches.setUTCOffsets(["2026-03-01": 3600])
        }

        #expect(trial.problems.map(\.reason) == ["a note"])
        #expect(trial.problems.map(\.count) == [3])
        #expect(throws: ImportProblem.self) {
            try self.trial { try $0.setUTCOffsets(["2026-02-30": 0]) }
        }
    }
}
