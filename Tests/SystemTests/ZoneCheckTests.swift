import Foundation
import Testing

/// Days of some zones that are known for trouble, against Python's reading of the same tzdata.
struct ZoneCheckTests {
    @Test(arguments: [
        // Half an hour of summer time; a day that was left out; offsets with seconds; a clock set
        // back across midnight; a summer time in Ramadan; the rule of the file's footer alone.
        "Australia/Lord_Howe", "Pacific/Apia", "Africa/Monrovia", "America/Havana",
        "Africa/Casablanca", "America/New_York", "Asia/Kathmandu", "Pacific/Kwajalein",
        "America/Sao_Paulo", "Asia/Gaza", "Antarctica/Troll", "Europe/Dublin",
    ])
    func `days start and end when Python says`(zone: String) throws {
        guard FileManager.default.fileExists(atPath: "/usr/share/zoneinfo/\(zone)") else { return }

        let check = try DaylineSystem.run(
            "/usr/bin/env",
            [
                "python3", "\(DaylineSystem.package)/tools/zone-check.py", "--program",
                "\(DaylineSystem.programs)/dayline-zonedays", zone,
            ])

        #expect(check.status == 0, "\(check.output) \(check.errors)")
        #expect(check.output.contains("1 zones, 24837 days"))
    }
}
