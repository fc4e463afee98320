import Contracts
import PluginKit
import RPC
import Testing

struct SampleBatchesTests {
    private let location = ItemLocation(offset: 5, line: 2, text: "<Record/>")

    @Test func `the resolutions of descriptions and of stored series have the same names`() {
        let described = SeriesDescription.Resolution.allCases.map(\.rawValue)

        #expect(described == SeriesKey.Resolution.allCases.map(\.rawValue))
    }

    /// The batches of an importer.
    private func packets(
        units: [String: String] = [:], _ read: (inout SampleBatches) throws -> Void
    ) throws -> [Packet<Batches.Batch>] {
        let collector = Collector()
        var batches = SampleBatches(units: units) { collector.packets.append($0) }
        try read(&batches)
        try batches.flush()
        return collector.packets
    }

    private final class Collector {
        var packets: [Packet<Batches.Batch>] = []
    }

    @Test func `values are converted to the unit of their metric`() throws {
        let packets = try packets { batches in
            let weight = try batches.series(
                SeriesDescription(metric: "bodyMass", unit: "lb", source: "Scale"))
            try batches.append(weight, start: 0, end: 0, value: 100, from: location)
        }

        let values = try packets[0].columns.column("value", .float64).array(of: Double.self)
        #expect(values == [45.359237])
        #expect(packets[0].body.series.map(\.key.unit) == ["kg"])
    }

    @Test func `samples of series beyond the limit are quarantined`() throws {
        let batches = try packets { batches in
            for number in 0...20_000 {
                let series = try batches.series(
                    SeriesDescription(
                        metric: "heartRate", unit: "count/min", source: "App \(number)"))
                if number >= 19_999 {
                    try batches.append(series, start: 0, end: 0, value: 60, from: location)
                }
            }
        }.map(\.body)

        #expect(
            batches.flatMap(\.quarantined).map(\.reason) == ["the file has more than 20000 series"])
        #expect(batches.reduce(0) { $0 + $1.series.count } == 20_000)
    }

    @Test func `activities beyond the limit are quarantined`() throws {
        let batches = try packets { batches in
            for number in 0...SampleBatches.activityLimit {
                try batches.append(
                    ImportedActivity(key: "\(number)", name: "Habit \(number)"), from: location)
            }
        }.map(\.body)

        #expect(
            batches.flatMap(\.quarantined).map(\.reason) == [
                "the file has more than 10000 activities"
            ])
    }

    @Test func `names of files beyond the limit are counted together`() throws {
        let batches = try packets { batches in
            for number in 0..<5000 {
                batches.countFiles(["\(number)": ItemCounts(ignored: 1)])
            }
        }.map(\.body)

        let files = try #require(batches[0].files)
        #expect(files.count == 4097)
        #expect(files["4095"]?.ignored == 1)
        #expect(files["other"]?.ignored == 904)
    }

    @Test func `progress without samples is sent once a second`() throws {
        let collector = Collector()
        let start = ContinuousClock.now
        var now = start
        var batches = SampleBatches(units: [:], now: { now }) { collector.packets.append($0) }

        for (milliseconds, bytes) in [(500, 1), (1100, 2), (2000, 3), (2200, 4)] {
            now = start + .milliseconds(milliseconds)
            try batches.reportProgress(bytesRead: Int64(bytes), of: 9)
        }

        #expect(collector.packets.map(\.body.bytesRead) == [2, 4])
        #expect(collector.packets.allSatisfy { $0.columns.isEmpty })
    }

    @Test func `a unit of another dimension is rejected`() throws {
        _ = try packets { batches in
            let mismatch = #expect(throws: UnitMismatch.self) {
                try batches.series(
                    SeriesDescription(metric: "bodyMass", unit: "km", source: "Scale"))
            }
            #expect(mismatch?.canonicalUnit == "kg")
        }
    }

    @Test func `a metric outside the table has the unit of its first series`() throws {
        let packets = try packets(units: ["bottleSips": "L"]) { batches in
            let known = try batches.series(
                SeriesDescription(metric: "bottleSips", unit: "mL", source: "B"))
            let new = try batches.series(
                SeriesDescription(metric: "bottleWeight", unit: "g", source: "B"))
            try batches.append(known, start: 0, end: 0, value: 250, from: location)
            try batches.append(new, start: 0, end: 0, value: 3, from: location)
        }

        let values = try packets[0].columns.column("value", .float64).array(of: Double.self)
        #expect(values == [0.25, 3])
        #expect(packets[0].body.series.map(\.key.unit) == ["L", "g"])
    }

    @Test(arguments: [
        (5, 4, 1.0), (5, 5, Double.nan), (5, 5, .infinity), (Int64.max - 1, Int64.max, 1),
    ])
    func `an invalid sample is quarantined with its location`(
        start: Int64, end: Int64, value: Double
    ) throws {
        let packets = try packets { batches in
            let steps = try batches.series(
                SeriesDescription(metric: "stepCount", unit: "count", source: "B"))
            try batches.append(steps, start: start, end: end, value: value, from: location)
        }

        #expect(packets[0].columns.isEmpty)
        #expect(packets[0].body.quarantined.map(\.type) == ["stepCount"])
        #expect(packets[0].body.quarantined.map(\.line) == [2])
    }

    @Test func `a full batch is sent, and samples of a series are one run`() throws {
        let packets = try packets { batches in
            let a = try batches.series(
                SeriesDescription(metric: "stepCount", unit: "count", source: "A"))
            let b = try batches.series(
                SeriesDescription(metric: "stepCount", unit: "count", source: "B"))
            for index in 0..<(Batches.maximumSamples + 10) {
                let series = index < 100 ? a : b
                try batches.append(
                    series, start: Int64(index), end: Int64(index), value: 1, from: location)
            }
        }

        let lengths = try packets.map {
            try $0.columns.column("length", .int32).array(of: Int32.self)
        }
        #expect(lengths == [[100, Int32(Batches.maximumSamples - 100)], [10]])
        #expect(packets.map(\.body.series.count) == [2, 0])
    }

    @Test func `details refer to their sample and their text`() throws {
        let packets = try packets { batches in
            let rate = try batches.series(
                SeriesDescription(metric: "heartRate", unit: "count/min", source: "A"))
            for index in 0..<4 as Range<Int64> {
                let details: [SampleDetail] =
                    index % 2 == 1 ? [.motionContext("2"), .timeZone("Asia/Tokyo")] : []
                try batches.append(
                    rate, start: index, end: index, value: 60, details: details, from: location)
            }
        }

        func column(_ name: String) throws -> [Int32] {
            try packets[0].columns.column(name, .int32).array(of: Int32.self)
        }
        #expect(try column("attributeSample") == [1, 1, 3, 3])
        #expect(try column("attributeKind") == [1, 0, 1, 0])
        #expect(try column("attributeText") == [0, 1, 0, 1])
        #expect(packets[0].body.texts == ["2", "Asia/Tokyo"])
    }

    @Test func `the same description returns the same series`() throws {
        let packets = try packets { batches in
            let description = SeriesDescription(metric: "stepCount", unit: "count", source: "A")
            let first = try batches.series(description)
            let second = try batches.series(description)
            #expect(first == second)
        }

        #expect(packets[0].body.series.count == 1)
    }
}
