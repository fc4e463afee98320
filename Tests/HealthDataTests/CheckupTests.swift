import Contracts
import GRDB
import RPC
import Testing

@Suite struct CheckupTests {
    private let export = Export(
        records: (0..<50).map { .heartRate($0 * 600, 60) } + (0..<9).map { .weight($0 * 20, "80") })

    @Test func `intact chunks pass the check`() async throws {
        let system = try await TemporaryHealthSystem()
        try await system.runImport(export)

        let found = try await system.ingestion.call(
            Checkups.ingestion, Checkups.RunRequest(isRepairing: false))

        #expect(found.checks.allSatisfy { $0.ok })
        #expect(found.checks.first?.detail.hasPrefix("59 samples") == true)
    }

    @Test func `a damaged chunk is found and isolated, and an import restores its samples`()
        async throws
    {
        let system = try await TemporaryHealthSystem()
        try await system.runImport(export)
        let content = try await system.content()
        let other = try DatabaseQueue(path: "\(system.folder)/dayline.sqlite")
        try await other.write {
            try $0.execute(
                sql: """
                    UPDATE chunk_data SET bytes = zeroblob(length(bytes)) WHERE id = (
                        SELECT data_id FROM chunk JOIN series ON series.id = series_id
                        WHERE metric = 'heartRate' ORDER BY segment LIMIT 1)
                    """)
        }

        let before = try await system.ingestion.call(
            Checkups.ingestion, Checkups.RunRequest(isRepairing: false))
        let repaired = try await system.ingestion.call(
            Checkups.ingestion, Checkups.RunRequest(isRepairing: true))
        let report = try await system.runImport(export)

        #expect(before.checks.first?.ok == false)
        #expect(repaired.checks.first?.ok == true)
        #expect(repaired.checks.first?.isLossy == true)
        #expect(repaired.checks.first?.detail.contains("dayline import") == true)
        #expect(report.stored > 0)
        #expect(report.stored + report.duplicate == 59)
        #expect(try await system.content() == content)
    }

    @Test func `a day with fewer samples than its chunks is found and folded again`()
        async throws
    {
        let system = try await TemporaryHealthSystem()
        let version = try await system.runImport(export).version
        let sums = try await system.sums("heartRate")
        func areVersionsValid(_ isRepairing: Bool) async throws -> Bool? {
            try await system.storage.call(
                Checkups.storage, Checkups.RunRequest(isRepairing: isRepairing)
            ).checks.first { $0.name == "versions" }?.ok
        }
        #expect(try await areVersionsValid(false) == true)
        try await DatabaseQueue(path: "\(system.folder)/dayline.sqlite").write {
            try $0.execute(
                sql: """
                    DELETE FROM recent_day_total WHERE metric = 'heartRate' AND day IN (
                        SELECT max(day) FROM recent_day_total WHERE metric = 'heartRate')
                    """)
        }

        #expect(try await areVersionsValid(false) == false)
        #expect(try await areVersionsValid(true) == true)
        _ = try await system.storage.call(Folds.wait, Folds.WaitRequest(version: version + 1))
        #expect(try await system.sums("heartRate") == sums)
    }
}
