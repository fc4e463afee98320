import FITWriter
import PluginKit
import Testing

/// Counters of monitoring files, which start again at each local midnight.
@Suite struct FITMonitoringTests {
    /// Seconds between local time and UTC.
    private static let zone: Int64 = 3600

    /// A file that begins `start` seconds behind midnight, with (seconds, steps) of walking.
    private static func file(start: Int64, _ counts: [(Int64, Int64)]) -> [UInt8] {
        var writer = FITWriter()
        writer.define(0, message: 103, [.init(253, 0x86), .init(0, 0x86)])
        writer.add(0, [first + start, first + start + zone])
        writer.define(1, message: 55, [.init(253, 0x86), .init(3, 0x86), .init(5, 0x00)])
        for (seconds, steps) in counts { writer.add(1, [first + seconds, steps, 6]) }
        return writer.file
    }

    /// A local midnight, in seconds of FIT.
    private static let first: Int64 = {
        let epoch: Int64 = 631_065_600
        let local = 1_000_000_000 + epoch + zone
        return 1_000_000_000 + 86_400 - local % 86_400
    }()

    private static func steps(_ trial: ImportTrial) -> [[Int64]] {
        trial.samples.map {
            [
                $0.start / 1000 - 631_065_600 - first, $0.end / 1000 - 631_065_600 - first,
                Int64($0.value),
            ]
        }
    }

    @Test func `differences of a counter are samples`() throws {
        let trial = try ImportTrial(Self.file(start: 0, [(600, 100), (1200, 100), (1800, 130)]))

        #expect(Self.steps(trial) == [[0, 600, 100], [1200, 1800, 30]])
    }

    @Test func `a value at midnight belongs to the day that ends`() throws {
        let day: Int64 = 86_400
        let trial = try ImportTrial(
            Self.file(start: 0, [(3600, 50), (day, 60), (day + 3600, 70)]))

        #expect(Self.steps(trial) == [[0, 3600, 50], [3600, day, 10], [day, day + 3600, 70]])
    }

    @Test func `a file that begins during a day counts from its first value`() throws {
        let trial = try ImportTrial(Self.file(start: 7200, [(7200, 5000), (7800, 5040)]))

        #expect(Self.steps(trial) == [[7200, 7800, 40]])
        #expect(trial.problems.map(\.reason).contains { $0.contains("not known") })
    }

    @Test func `a counter that falls starts again`() throws {
        let trial = try ImportTrial(Self.file(start: 0, [(600, 100), (1200, 20)]))

        #expect(Self.steps(trial) == [[0, 600, 100], [600, 1200, 20]])
    }

    @Test func `a short timestamp continues the last time`() throws {
        var writer = FITWriter()
        writer.define(0, message: 103, [.init(253, 0x86)])
        let time: Int64 = 1_000_000_000
        writer.add(0, [time])
        writer.define(1, message: 55, [.init(26, 0x84), .init(27, 0x02)])
        writer.add(1, [(time + 60) & 0xFFFF, 61])
        writer.add(1, [(time + 65_000) & 0xFFFF, 62])

        let trial = try ImportTrial(writer.file)

        let seconds = trial.samples.map { $0.start / 1000 - 631_065_600 - time }
        #expect(seconds == [60, 65_000])
    }
}
