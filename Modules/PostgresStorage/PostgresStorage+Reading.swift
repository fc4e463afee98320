import PostgresClient

extension PostgresStorage {
    /// Reads one snapshot of a profile by its identifier, in one round trip.
    func read(profile: Int64, _ queries: [PostgresQuery]) async throws -> [PostgresResult] {
        let start = [
            PostgresQuery.beginReading, .setProfile(profile),
        ]
        return try await pool.withConnection(within: Self.connectLimit) { connection in
            let results = try await connection.run(
                start + queries + [PostgresQuery("COMMIT")], within: Self.statementLimit)
            return Array(results.dropFirst(start.count).dropLast())
        }
    }
}
