import BackupFolders
import CivilTime
import Testing

@Suite struct BackupRetentionTests {
    private func instants(of days: Range<Int64>) -> [Int64] {
        days.map { $0 * 86_400_000 + 7_200_000 }
    }

    @Test func `seven days, four weeks and twelve months are kept of daily backups`() {
        // 2024-01-01 to 2025-12-31, a Wednesday.
        let all = instants(of: 19_723..<20_454)
        let retention = BackupRetention(in: Zone.utc)

        // As if each backup was followed by a removal.
        var retained: Set<Int64> = []
        for instant in all { retained = retention.retained(retained.union([instant]).map(\.self)) }
        let days = retained.sorted(by: >).map { "\(Zone.utc.civilDate(at: $0))" }

        #expect(
            days == [
                "2025-12-31", "2025-12-30", "2025-12-29", "2025-12-28", "2025-12-27",
                "2025-12-26", "2025-12-25", "2025-12-21", "2025-12-14", "2025-11-30",
                "2025-10-31", "2025-09-30", "2025-08-31", "2025-07-31", "2025-06-30",
                "2025-05-31", "2025-04-30", "2025-03-31", "2025-02-28", "2025-01-31",
            ])
    }

    @Test func `days without a backup do not use up the retained days`() {
        let all = instants(of: 20_000..<20_003) + instants(of: 20_300..<20_302)

        let retained = BackupRetention(in: Zone.utc).retained(all.shuffled())

        #expect(retained == Set(all))
    }
}
