import BackupFolders
import CivilTime
import Testing

@Suite struct BackupTimeTests {
    private let zone = Zone.utc

    private func instant(_ text: String) throws -> Int64 {
        zone.instant(of: try #require(LocalTime(text)))
    }

    @Test(arguments: ["2:00", "24:00", "02:60", "02:00:00", "", "noon"])
    func `a text that is not a time of day is refused`(text: String) {
        #expect(BackupTime(text) == nil)
    }

    @Test(
        arguments: [
            // last, failure, now, next
            ("2026-03-01T01:00", nil, "2026-03-01T01:00", "2026-03-01T02:00"),
            ("2026-03-01T02:00", nil, "2026-03-01T02:00", "2026-03-02T02:00"),
            // Missed days are due at once.
            ("2026-03-01T02:00", nil, "2026-03-05T12:00", "2026-03-02T02:00"),
            ("2026-03-01T02:00", "2026-03-02T02:00", "2026-03-02T02:01", "2026-03-02T03:00"),
            // The failure of a day that was backed up later does not count.
            ("2026-03-02T04:00", "2026-03-02T02:00", "2026-03-02T05:00", "2026-03-03T02:00"),
            // The clock was set back.
            ("2030-01-01T02:00", nil, "2026-03-01T12:00", "2026-03-02T02:00"),
        ] as [(String, String?, String, String)])
    func `the next attempt follows the last backup and the last failure`(
        last: String, failure: String?, now: String, next: String
    ) throws {
        let time = try #require(BackupTime("02:00"))

        let attempt = time.attempt(
            last: try instant(last), failure: try failure.map(instant), now: try instant(now),
            in: zone)

        #expect(attempt == (try instant(next)))
    }
}
