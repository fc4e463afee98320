import Foundation
import Randomness
import Testing

/// Random overlapping sources through all processes, compared with the oracle's simple merge.
@Suite(.serialized) struct OverlapTests {
    /// An export of steps from five sources, with points and intervals of up to more than a day.
    private func export(seed: UInt64, around date: String) throws -> String {
        var random = SplitMix64(seed: seed)
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.timeZone = TimeZone(identifier: "UTC")
        format.dateFormat = "yyyy-MM-dd HH:mm:ss Z"
        let middle = try #require(format.date(from: "\(date) 00:00:00 +0000"))
        let sources = ["Sam’s Apple Watch", "iPhone", "Pedometer", "Zeta", "Diary"]
        var intervals: Set<String> = []
        var records = ""
        while intervals.count < 900 {
            let source = sources[Int.random(in: 0..<5, using: &random)]
            let start = middle.addingTimeInterval(
                Double(Int.random(in: -400_000..<400_000, using: &random)))
            let length = [0, 0, 1, 60, 600, 900, 7200, 100_000].randomElement(using: &random) ?? 0
            let end = start.addingTimeInterval(Double(length))
            guard intervals.insert("\(source) \(start) \(end)").inserted else { continue }
            let value = Int.random(in: 0...4000, using: &random)
            let byHand = source == "Diary" ? "1" : "0"
            records += """
                <Record type="HKQuantityTypeIdentifierStepCount" sourceName="\(source)" \
                unit="count" startDate="\(format.string(from: start))" \
                endDate="\(format.string(from: end))" value="\(value)">\
                <MetadataEntry key="HKWasUserEntered" value="\(byHand)"/></Record>\n
                """
        }
        let folder = NSTemporaryDirectory() + "dl-overlap-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        let path = "\(folder)/export.xml"
        try Data("<HealthData locale=\"en_US\">\n\(records)</HealthData>\n".utf8)
            .write(to: URL(fileURLWithPath: path))
        return path
    }

    private static let days: [(seed: UInt64, date: String, zone: String)] = [
        (1, "2026-03-08", "America/New_York"), (2, "2026-04-05", "Australia/Lord_Howe"),
        (3, "2011-12-30", "Pacific/Apia"), (4, "2026-01-01", "UTC"),
    ]

    @Test func `merged sums equal those of the oracle`() throws {
        let system = try DaylineSystem()
        for (seed, date, zone) in Self.days {
            let path = try export(seed: seed, around: date)
            defer { try? FileManager.default.removeItem(atPath: String(path.dropLast(11))) }
            let profile = "seed\(seed)"
            _ = try system.json("profile", "add", profile, "--zone", zone)

            _ = try system.json("--profile", profile, "import", path)
            let comparison = try DaylineSystem.run(
                "/usr/bin/env",
                [
                    "python3", "\(DaylineSystem.package)/tools/compare.py", path,
                    "--dayline", "\(DaylineSystem.programs)/dayline", "--home", system.home,
                    "--profile", profile, "--intervals", "week", "--zones",
                    "\(zone),Asia/Kathmandu", "--on", "2026-07-15", "--merge",
                ])

            #expect(
                comparison.status == 0,
                "\(zone): \(comparison.output.suffix(2000)) \(comparison.errors)")
        }
    }
}
