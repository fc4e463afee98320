import Foundation
import PostgresClient
import PostgresServer
import TestKit
import Testing

/// Backups of a PostgreSQL server as the guide describes them, with the programs.
@Suite(.serialized, .timeLimit(.minutes(5))) struct PostgresRestoreTests {
    private static let limit = Duration.seconds(60)

    /// The first value of the answer to a query.
    private func value(_ query: String, _ server: TemporaryPostgres) async throws -> String {
        let owner = try await PostgresConnection.open(server.address(), within: Self.limit)
        defer { owner.close() }
        let result = try await owner.run([PostgresQuery(query)], within: Self.limit)[0]
        return try #require(try result.first?.text(0))
    }

    private func notes(_ system: DaylineSystem) throws -> [String] {
        let answer = try system.json("entries", "Water")
        return try #require(answer["entries"] as? [[String: Any]])
            .compactMap { $0["note"] as? String }.sorted()
    }

    @Test func `a base backup and the archived log restore the changes until a moment`()
        async throws
    {
        let archive = "test ! -f ../archive/%f && cp %p ../archive/%f"
        let server = try TemporaryPostgres(settings: [
            "fsync = on", "archive_mode = on",
            "archive_command = 'mkdir -p ../archive && \(archive)'",
        ])
        defer { server.remove() }
        try await PostgresSystem.prepare(server)
        let system = try DaylineSystem(options: [
            "--database", PostgresSystem.address(of: server, role: "worker"),
        ])
        func log(_ note: String, _ system: DaylineSystem) throws {
            _ = try system.json("log", "Water", "100", "--note", note)
        }
        _ = try system.json(
            "activity", "add", "Water", "--type", "cumulative", "--unit", "ml")

        try log("1 in the copy", system)
        let copy = try TemporaryPostgres(copyOf: server)
        defer { copy.remove() }
        try log("2 in the log", system)
        let moment = try await value("SELECT clock_timestamp()::text", server)
        try log("3 after the moment", system)
        let segment = try await value(
            "SELECT pg_walfile_name(pg_switch_wal() - 1)", server)
        try await eventually("the archived log") {
            try await value(
                """
                SELECT (coalesce(last_archived_wal, '') >= '\(segment)')::text
                FROM pg_stat_archiver
                """, server) == "true"
        }
        _ = try system.run("down")
        server.kill()
        try copy.restore(archive: "\(server.folder)/archive", until: moment)
        let restored = try DaylineSystem(options: [
            "--database", PostgresSystem.address(of: copy, role: "worker"),
        ])
        let afterRestore = try notes(restored)
        try log("4 after the restore", restored)
        let doctor = try restored.run("doctor")

        #expect(afterRestore == ["1 in the copy", "2 in the log"])
        #expect(try notes(restored) == afterRestore + ["4 after the restore"])
        #expect(doctor.status == 0, "\(doctor.output)")
    }
}
