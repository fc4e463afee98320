import Foundation
import Testing

/// Days of zones with unusual rules, compared with Python's reading of the same tzdata.
struct ZoneCheckTests {
    private static let zones = [
        // Summer time of half an hour; an omitted day; offsets with seconds; a clock set back across
        // midnight; summer time interrupted in Ramadan; only the rule of the file's footer.
        "Australia/Lord_Howe", "Pacific/Apia", "Africa/Monrovia", "America/Havana",
        "Africa/Casablanca", "America/New_York", "Asia/Kathmandu", "Pacific/Kwajalein",
        "America/Sao_Paulo", "Asia/Gaza", "Antarctica/Troll", "Europe/Dublin",
    ]

    @Test func `the bounds of days equal those computed by Python`() throws {
        let zones = Self.zones.filter {
            FileManager.default.fileExists(atPath: "/usr/share/zoneinfo/\($0)")
        }
        guard !zones.isEmpty else { return }

        let check = try DaylineSystem.run(
            "/usr/bin/env",
            [
                "python3", "\(DaylineSystem.package)/tools/zone-check.py", "--program",
                "\(DaylineSystem.programs)/dayline-zonedays",
            ] + zones)

        #expect(check.status == 0, "\(check.output) \(check.errors)")
        #expect(check.output.contains("\(zones.count) zones, \(zones.count * 24_837) days"))
    }
}
