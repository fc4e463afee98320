import Glibc
import Testing

@testable import AppleHealth

/// Public samples of exports, which are beside the package on some machines.
struct FixtureTests {
    private static let folder: String =
        getenv("DAYLINE_FIXTURES").map { String(cString: $0) } ?? "../shared/fixtures"

    static func bytes(_ name: String) -> [UInt8]? {
        guard let file = fopen("\(folder)/\(name)", "rb") else { return nil }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        let count = fread(&bytes, 1, bytes.count, file)
        return Array(bytes[..<count])
    }

    static let isPresent = bytes("apple-health-synthetic.export.xml") != nil

    @Test(
        .enabled(if: isPresent),
        arguments: [
            ("apple-health-synthetic.export.xml", 11, 1, 0, []),
            ("synthetic_ios16_bad_dtd.xml", 1, 0, 0, ["a malformed document type"]),
            ("apple_health_xml/alxdrcirilo_export.xml", 8, 0, 0, []),
            ("apple_health_xml/healthkit-to-sqlite_export.xml", 2, 1, 2, []),
        ] as [(String, Int, Int, Int, [String])])
    func `everything in a public sample is read`(
        name: String, samples: Int, workouts: Int, summaries: Int, damage: [String]
    ) throws {
        let bytes = try #require(Self.bytes(name))

        let scan = try Scan(bytes)
        let slow = try Scan(bytes, block: 1, remembersHeads: false)

        #expect(scan.samples.count == samples)
        #expect(scan.workouts.count == workouts)
        #expect(scan.summaries.count == summaries)
        #expect(scan.report.damage.map(\.reason) == damage)
        #expect(scan.quarantined.isEmpty)
        #expect(!scan.report.isTruncated)
        #expect(slow.items == scan.items)
    }

    @Test(.enabled(if: isPresent)) func `totals of an old workout are read from a public sample`()
        throws
    {
        let bytes = try #require(Self.bytes("apple_health_xml/healthkit-to-sqlite_export.xml"))

        let workout = try #require(try Scan(bytes).workouts.first)

        let distance = workout.details.statistics["distanceWalkingRunning"]
        #expect(distance?.sum == 0.4971749504535062 * 1609.344)
        #expect(workout.details.metadata["HKWeatherTemperature"] == "56 degF")
    }
}
