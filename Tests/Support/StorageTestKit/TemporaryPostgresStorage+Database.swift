import PostgresClient
import PostgresServer
import PostgresStorage

extension TemporaryPostgresStorage: DatabaseUnderTest {
    package func restarted(
        now: @escaping @Sendable () -> Int64
    ) async throws -> any DatabaseUnderTest {
        service.close()
        return try await TemporaryPostgresStorage(database: database, now: now)
    }

    package func stopFolding() async { await service.stopFolding() }

    package func dirtyDays() async throws -> [String: [ClosedRange<Int32>]] {
        let address = try TemporaryPostgres.shared.get().address(of: database)
        let connection = try await PostgresConnection.open(address, within: .seconds(10))
        defer { connection.close() }
        let results = try await connection.run(
            [
                PostgresQuery(
                    "SELECT metric, from_day, to_day FROM dayline.dirty ORDER BY metric, from_day")
            ], within: .seconds(10))
        var days: [String: [ClosedRange<Int32>]] = [:]
        for row in results[0].rows {
            days[try row.text(0), default: []].append(try row.int32(1)...row.int32(2))
        }
        return days
    }
}
