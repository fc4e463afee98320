import Contracts
import RPC
import Randomness
import Samples
import Testing

@testable import IngestionService

struct IntakeTests {
    /// A sample with its series.
    private struct Item: Hashable {
        var series: Int
        var start: Int64
        var end: Int64
        var value: Double
        var zone: Int
    }

    private static let keys = (0..<4).map { index in
        SeriesKey(
            metric: ["stepCount", "heartRate", "stepCount", "bottleSips"][index],
            unit: ["count", "count/min", "count", "sip"][index], source: "S\(index)",
            sourceKey: "S\(index)", device: "", isEntered: index == 2)
    }

    /// Totals of hours, and the totals of nights.
    private static let totals = [("restingHeartRate", "count/min"), ("sleepAnalysis", "category")]
        .map { metric, unit in
            SeriesKey(
                metric: metric, unit: unit, source: "App", sourceKey: "App", device: "",
                isEntered: false, resolution: metric == "sleepAnalysis" ? .day : .hour)
        }

    /// Items over some months, many of them duplicates.
    private func items(_ random: inout SplitMix64) -> [Item] {
        let once = (0..<3000).map { _ in
            let start = 1_700_000_000_000 + Int64(random.next() % 5_000_000) * 1000
            return Item(
                series: Int(random.next() % 4), start: start,
                end: start + Int64(random.next() % 60) * 1000, value: Double(random.next() % 50),
                zone: Int(random.next() % 3))
        }
        return once + (0..<500).map { _ in once[Int(random.next() % 3000)] }
    }

    private func packet(_ items: some Collection<Item>, declares: Bool) -> Packet<Batches.Batch> {
        var columns: [Column] = []
        if !items.isEmpty {
            let zoned = items.enumerated().filter { $0.element.zone > 0 }
            columns = [
                Column("series", items.map { Int32($0.series) }),
                Column("length", items.map { _ in Int32(1) }),
                Column("start", items.map(\.start)), Column("end", items.map(\.end)),
                Column("value", items.map(\.value)),
                Column("attributeSample", zoned.map { Int32($0.offset) }),
                Column("attributeKind", zoned.map { _ in Int32(0) }),
                Column("attributeText", zoned.map { Int32($0.element.zone - 1) }),
            ]
        }
        let series = declares ? (Self.keys + Self.totals).map { Batches.Declaration(key: $0) } : []
        return Packet(
            Batches.Batch(series: series, texts: ["Asia/Tokyo", "Europe/Rome"]), columns: columns)
    }

    /// Imports `files`, each a list of batches, one after the other.
    private func imported(
        _ files: [[[Item]]], into storage: MemoryStorage
    ) async throws -> [ImportCounts] {
        let client = Client(inProcess: storage)
        var results: [ImportCounts] = []
        for file in files {
            let staged = StagedImport(
                client: client, begin: Staging.BeginRequest(importer: "t", file: "f"),
                options: CallOptions())
            let index = try await StoredIndex.fetched(from: client, CallOptions())
            let stage = StorageStage(
                client: client, import: staged, options: CallOptions(), series: index.series)
            let intake = Intake(stage: stage, index: index, units: [:])
            for (number, batch) in file.enumerated() {
                try await intake.process(packet(batch, declares: number == 0))
            }
            let result = try await intake.finish()
            let report = ImportReport(
                id: 0, importer: "t", file: "f", bytes: 1, seconds: 0, byType: result.byType,
                problems: [], ignoredMetadata: [:], isTruncated: false, isDryRun: false, version: 0)
            _ = try await staged.publish(report)
            results.append(result)
        }
        return results
    }

    /// The stage of an import without known series.
    private func stage(_ client: Client) -> StorageStage {
        let staged = StagedImport(
            client: client, begin: Staging.BeginRequest(importer: "t", file: "f"),
            options: CallOptions())
        return StorageStage(client: client, import: staged, options: CallOptions(), series: [:])
    }

    private func cut(_ items: [Item], _ random: inout SplitMix64) -> [[Item]] {
        var batches: [[Item]] = [[]]
        for item in items {
            if random.next() % 400 == 0 { batches.append([]) }
            batches[batches.count - 1].append(item)
        }
        return batches
    }

    @Test(arguments: UInt64(1)...6)
    func `order and division into batches do not change the stored samples`(seed: UInt64)
        async throws
    {
        var random = SplitMix64(seed: seed)
        // Without attributes: of equal samples with different ones the first is stored.
        let all = items(&random).map { item in
            var bare = item
            bare.zone = 0
            return bare
        }
        let distinct = Set(all)
        let ordered = all.sorted { ($0.series, $0.start) < ($1.series, $1.start) }
        let middle = Int(random.next() % UInt64(all.count))
        let shuffled = all.shuffled(using: &random)
        let (complete, split, mixed) = (MemoryStorage(), MemoryStorage(), MemoryStorage())

        let counts = try await imported([cut(ordered, &random)], into: complete)
        _ = try await imported(
            [
                cut(Array(ordered[..<middle]), &random), cut(Array(ordered[middle...]), &random),
                cut(Array(ordered[..<middle]), &random),
            ], into: split)
        _ = try await imported([cut(shuffled, &random)], into: mixed)

        let samples = try await complete.samples()
        #expect(try await split.samples() == samples, "seed \(seed)")
        #expect(try await mixed.samples() == samples, "seed \(seed)")
        #expect(samples.values.flatMap(\.values).reduce(0) { $0 + $1.count } == distinct.count)
        #expect(counts[0].read == all.count)
        #expect(counts[0].byType.values.reduce(0) { $0 + $1.stored } == distinct.count)
    }

    @Test(arguments: UInt64(1)...6)
    func `the counts of each type balance`(seed: UInt64) async throws {
        var random = SplitMix64(seed: seed)
        let all = items(&random).shuffled(using: &random)
        let storage = MemoryStorage()

        let results = try await imported(
            [cut(all, &random), cut(all, &random)], into: storage)

        for result in results {
            for (type, counts) in result.byType {
                let sum = counts.stored + counts.duplicate + counts.quarantined + counts.ignored
                let ofType = all.filter { Self.keys[$0.series].metric == type }
                #expect(counts.read == sum, "seed \(seed)")
                #expect(counts.read == ofType.count, "seed \(seed)")
            }
        }
        #expect(results[1].byType.values.allSatisfy { $0.stored == 0 })
    }

    @Test func `a later import replaces the totals of its intervals, and stages add up`()
        async throws
    {
        let hour: Int64 = 3_600_000
        func item(_ series: Int, _ start: Int64, _ value: Double) -> Item {
            Item(
                series: series, start: start * hour, end: (start + 1) * hour, value: value, zone: 0)
        }
        let storage = MemoryStorage()

        let results = try await imported(
            [
                [[item(4, 100, 60), item(4, 101, 70), item(5, 100, 3), item(0, 100, 9)]],
                [[item(4, 100, 50), item(4, 102, 80), item(5, 100, 4), item(0, 100, 8)]],
                [[item(4, 100, 50), item(4, 102, 80)]],
            ], into: storage)

        let samples = try await storage.samples()
        func values(_ key: SeriesKey) -> [Double] {
            samples[key, default: [:]].values.flatMap(\.values)
        }
        #expect(values(Self.totals[0]) == [50, 70, 80])
        #expect(values(Self.totals[1]) == [3, 4])
        #expect(values(Self.keys[0]) == [8, 9])
        #expect(results.map { $0.byType["restingHeartRate"]?.stored } == [2, 2, 0])
        #expect(results.map { $0.byType["restingHeartRate"]?.duplicate } == [0, 0, 2])
    }

    @Test func `attributes are stored with their sample`() async throws {
        let storage = MemoryStorage()
        let items = (0..<100).map { index in
            Item(
                series: 1, start: 1_700_000_000_000 + Int64(index) * 1000,
                end: 1_700_000_000_000 + Int64(index) * 1000, value: 60, zone: index % 3)
        }

        _ = try await imported([[Array(items[..<37]), Array(items[37...])]], into: storage)

        let columns = try #require(try await storage.samples()[Self.keys[1]]?.values.first)
        let zones = try #require(columns.attributes.first)
        #expect(
            (0..<100).map { zones.text(at: $0) }
                == (0..<100).map { [nil, "Asia/Tokyo", "Europe/Rome"][$0 % 3] })
    }

    @Test func `samples that are part of another item are stored and not counted`() async throws {
        let storage = MemoryStorage()
        let client = Client(inProcess: storage)
        let intake = Intake(stage: stage(client), index: StoredIndex(), units: [:])
        var part = Batches.Batch.heartRate(0..<1)
        part.series[0].isCounted = false
        part.series.append(.init(key: part.series[0].key))

        try await intake.process(Packet(part, columns: .heartRate(0..<10)))
        let result = try await intake.finish()

        #expect(result.byType.isEmpty)
        #expect(await storage.staged[1]?.values.map(\.count) == [10])
    }

    @Test(arguments: [
        "a series that was not declared", "columns of different lengths", "no number",
        "too large a number",
        "an end before its start", "another unit", "a run too long",
        "a metric without a name", "another name of a metric",
    ])
    func `an invalid batch is rejected`(fault: String) async throws {
        let stage = stage(Client(inProcess: MemoryStorage()))
        let intake = Intake(stage: stage, index: StoredIndex(), units: [:])
        var batch = Batches.Batch.heartRate(0..<4)
        var columns = [Column].heartRate(0..<4)
        switch fault {
        case "a series that was not declared": columns[0] = Column("series", [Int32(1)])
        case "columns of different lengths": columns[3] = Column("end", [Int64(0)])
        case "no number": columns[4] = Column("value", [1, .nan, 3, 4])
        case "too large a number": columns[4] = Column("value", [1, -1e16, 3, 4])
        case "an end before its start": columns[3] = Column("end", [Int64](repeating: 0, count: 4))
        case "another unit": batch.series[0].key.unit = "Hz"
        case "a metric without a name": batch.series[0].key.metric = ""
        case "another name of a metric": batch.series[0].key.metric = "Steps"
        default: columns[1] = Column("length", [Int32(5)])
        }

        let packet = Packet(batch, columns: columns)
        let error = await #expect(throws: Status.self) { try await intake.process(packet) }

        #expect(error?.code == .invalidArgument)
    }

    @Test func `source keys are computed independently of the importer`() async throws {
        let storage = MemoryStorage()
        let intake = Intake(
            stage: stage(Client(inProcess: storage)), index: StoredIndex(), units: [:])
        let series = ["Sam\u{2019}s Watch", "sam", "Sam's  Watch "].map { key in
            Batches.Declaration(
                key: SeriesKey(
                    metric: "stepCount", unit: "count", source: "Sam\u{2019}s Watch",
                    sourceKey: key, device: "", isEntered: false))
        }
        let sample = Item(series: 0, start: 1000, end: 1000, value: 3, zone: 0)
        let columns = packet(
            (0..<3).map { number in
                var item = sample
                item.series = number
                return item
            }, declares: false
        ).columns

        try await intake.process(Packet(Batches.Batch(series: series), columns: columns))
        let result = try await intake.finish()

        #expect(await storage.series.keys.map(\.sourceKey) == ["Sam's Watch"])
        #expect(result.byType["stepCount"]?.stored == 1)
        #expect(result.byType["stepCount"]?.duplicate == 2)
        let workout = Workout(
            type: "Running", source: "Sam\u{2019}s Watch", sourceKey: "sam", device: "", start: 0,
            end: 1, seconds: 1)
        #expect(HealthRow.workout(workout).withNormalizedNames.identity.sourceKey == "Sam's Watch")
    }

    @Test(arguments: [
        "ends before it starts", "starts before all times", "has endless energy",
        "lasts less than no time", "is of no day",
    ])
    func `a workout or summary out of range is rejected`(fault: String) async throws {
        let stage = stage(Client(inProcess: MemoryStorage()))
        let intake = Intake(stage: stage, index: StoredIndex(), units: [:])
        var workout = Workout(
            type: "Running", source: "W", sourceKey: "W", device: "", start: 1000, end: 2000,
            seconds: 1)
        var row: HealthRow?
        switch fault {
        case "ends before it starts": workout.end = 0
        case "starts before all times": workout.start = .min
        case "has endless energy":
            workout.statistics["activeEnergyBurned"] = .init(unit: "kcal", sum: 1e308)
        case "lasts less than no time": workout.seconds = -1
        default:
            row = .activitySummary(
                ActivitySummary(day: "2026-02-30", values: [:], goals: [:], unit: "kcal"))
        }

        let packet = Packet(Batches.Batch(rows: [row ?? .workout(workout)]), columns: [])
        let error = await #expect(throws: Status.self) { try await intake.process(packet) }

        #expect(error?.code == .invalidArgument)
    }
}
