import CivilTime
import Randomness
import Testing

@testable import AppleHealth

struct DifferentialTests {
    @Test(arguments: UInt64(1)...60)
    func `the items equal those of the reference reader`(seed: UInt64) throws {
        var writer = ExportWriter(seed: seed)
        let text = writer.export(elements: 60)

        let scan = try Scan(Array(text.utf8))
        let reference = ReferenceReader(text)

        #expect(scan.samples == reference.samples, "seed \(seed)")
        #expect(scan.correlations == reference.correlations, "seed \(seed)")
        #expect(scan.summaries.map(\.day) == reference.days, "seed \(seed)")
        #expect(scan.quarantined.map(\.type) == reference.quarantined, "seed \(seed)")
        #expect(scan.report.counts == reference.counts, "seed \(seed)")
        #expect(scan.report.ignoredMetadata == reference.ignoredMetadata, "seed \(seed)")
        let workouts = scan.workouts.map { workout in
            [
                "HKWorkoutActivityType" + workout.type, String(workout.start / 1000),
                String(workout.end / 1000),
            ]
                + workout.details.statistics.values.compactMap { $0.sum.map(shortest) }.sorted()
        }
        #expect(workouts == reference.workouts, "seed \(seed)")
    }

    @Test(arguments: UInt64(100)...120)
    func `block size and remembered heads do not change the items`(seed: UInt64) throws {
        var writer = ExportWriter(seed: seed)
        let bytes = Array(writer.export(elements: 60).utf8)
        let complete = try Scan(bytes)

        #expect(complete.report.headHits > 0, "seed \(seed)")
        for block in [1, 7, 64, 4096, .max] {
            for remembersHeads in [true, false] {
                let scan = try Scan(bytes, block: block, remembersHeads: remembersHeads)
                #expect(scan.items == complete.items, "seed \(seed), blocks of \(block)")
            }
        }
    }

    @Test func `the head cache is disabled while heads do not repeat, and enabled again`() throws {
        let types = ["HeartRate", "StepCount", "BodyMass"]
        let mixed = (0..<3000).map { number in
            record(
                type: "HKQuantityTypeIdentifier" + types[number % 3],
                unit: ["count/min", "count", "kg"][number % 3], source: "App \(number * 7 % 41)")
        }
        let regular = (0..<2000).map { record(value: "\($0)", source: "Phone") }
        let body = (mixed + regular).joined(separator: "\n ")

        let scan = try Scan(body: body)

        #expect(scan.items == (try Scan(body: body, remembersHeads: false)).items)
        #expect(scan.report.headHits > 900)
        #expect(scan.report.counts["stepCount"]?.emitted == 3000)
    }

    @Test(arguments: UInt64(1000)...1150)
    func `damaged files are read alike in every mode, and their counts balance`(seed: UInt64) throws
    {
        var writer = ExportWriter(seed: seed)
        var bytes = Array(writer.export(elements: 12).utf8)
        var random = SplitMix64(seed: seed)
        for _ in 0..<(1 + random.below(6)) { damage(&bytes, &random) }
        let complete = try Scan(bytes, maximumElement: 1500)

        for block in [1, 13, 512] {
            for remembersHeads in [true, false] {
                let scan = try Scan(
                    bytes, block: block, remembersHeads: remembersHeads, maximumElement: 1500)
                #expect(scan.items == complete.items, "seed \(seed), blocks of \(block)")
            }
        }
        let counts = complete.report.counts.values
        #expect(counts.reduce(0) { $0 + $1.quarantined } == complete.quarantined.count)
        #expect(
            counts.reduce(0) { $0 + $1.emitted }
                == complete.samples.count - complete.parts.count + complete.workouts.count
                + complete.correlations.count + complete.summaries.count)
        for element in complete.quarantined {
            let start = Int(element.offset)
            #expect(element.bytes.elementsEqual(bytes[start..<(start + element.bytes.count)]))
            let line = 1 + bytes[..<start].count { $0 == UInt8(ascii: "\n") }
            #expect(element.line == Int64(line), "seed \(seed)")
        }
    }

    @Test(arguments: [
        record(start: "2027-01-05 08:00:00 +0300", end: "2027-01-05 08:00:00 +\"050"),
        record(start: "2027-01-05 08:00:00 +\"030"),
        record(start: "2027-01-05 08:00:00 +0300", end: "2027-01-05 08:00:00 +9900"),
        record(start: "2027-01-05 08:00:00 +0300", end: "2027-01-04 08:00:00 +0300"),
    ])
    func `the dates of a quarantined record do not count for the offsets`(damaged: String) throws {
        let body = [record(), record(), damaged, record(), record()].joined(separator: "\n ")

        let scan = try scanInAllModes(body)

        #expect(scan.quarantined.count == 1)
        #expect(scan.report.offsets == [CivilDate(days: 20_458): 3600])
    }

    @Test func `an invalid date does not count for the offsets, however often it is read`() throws {
        let events = ["2027-01-05 08:00:00 ?0300", "2027-01-06 08:00:00 +0400"].map {
            #"<WorkoutEvent type="HKWorkoutEventTypeLap" date="\#($0)"/>"#
        }
        let dates =
            #"startDate="2026-01-05 08:00:00 +0100" endDate="2026-01-05 09:00:00 +0100""#

        let scan = try scanInAllModes("<Workout \(dates)>\n\(events.joined())\n</Workout>")

        #expect(
            scan.report.offsets
                == [CivilDate(days: 20_458): 3600, CivilDate(days: 20_824): 14_400])
    }

    /// Scans a root with `body` in blocks of several sizes, with and without heads, and expects equal
    /// items.
    private func scanInAllModes(_ body: String) throws -> Scan {
        let bytes = Array("<HealthData>\n\(body)\n</HealthData>".utf8)
        let complete = try Scan(bytes)
        for block in [1, 61, 512] {
            for remembersHeads in [true, false] {
                let scan = try Scan(bytes, block: block, remembersHeads: remembersHeads)
                #expect(scan.items == complete.items, "blocks of \(block)")
            }
        }
        return complete
    }

    private func damage(_ bytes: inout [UInt8], _ random: inout SplitMix64) {
        let position = random.below(bytes.count)
        switch random.below(5) {
        case 0: bytes.remove(at: position)
        case 1: bytes.insert(random.pick(Array("<>/\"'=&\n \u{1}".utf8)), at: position)
        case 2: bytes[position] = UInt8(random.below(256))
        case 3: bytes.removeSubrange(position..<min(bytes.count, position + random.below(200)))
        default:
            bytes.insert(
                contentsOf: bytes[position..<min(bytes.count, position + random.below(200))],
                at: random.below(bytes.count))
        }
    }

    private func shortest(_ value: Double) -> String {
        value == value.rounded() ? String(Int(value)) : String(value)
    }
}
