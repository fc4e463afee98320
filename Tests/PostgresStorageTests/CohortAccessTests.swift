import Contracts
import PostgresClient
import PostgresServer
import RPC
import StorageTestKit
import Testing

/// The rows that a query of groups can read, and its log.
@Suite(.temporaryStorage) struct CohortAccessTests {
    private let limit = Duration.seconds(30)

    private func connection(
        _ storage: TemporaryPostgresStorage, role: String? = nil
    ) async throws -> PostgresConnection {
        let server = try TemporaryPostgres.shared.get()
        let address =
            if let role {
                try server.address(of: storage.database, role: role)
            } else {
                try server.address(of: storage.database)
            }
        return try await PostgresConnection.open(address, within: limit)
    }

    @Test
    func
        `a transaction of a query reads participants with consent and their partials, and no other row`()
        async throws
    {
        let storage = try await TemporaryPostgresStorage()
        let people = (0..<8).map { GeneratedPerson(number: $0, seed: 3) }
        try await storage.add(people)
        let consenting = people.filter(\.hasConsent).count
        try #require(consenting > 1 && consenting < people.count)
        try await storage.setConsent(false, of: people.filter(\.hasConsent)[0].name)
        let worker = try await connection(storage, role: PostgresDatabases.worker)
        defer { worker.close() }
        let tables = try await worker.run(
            [
                PostgresQuery(
                    """
                    SELECT table_name::text FROM information_schema.columns
                    WHERE table_schema = 'dayline' AND column_name = 'profile_id'
                        AND table_name <> 'profile_name' ORDER BY 1
                    """)
            ], within: limit)[0].rows.map { try $0.text(0) }
        let ids = try await worker.run(
            [PostgresQuery("SELECT min(profile_id), max(profile_id) FROM dayline.profile_name")],
            within: limit)[0]
        let other = try #require(try ids.first?.int64(0)) ^ 1
        /// The profiles that a transaction with settings reads, by table.
        func profiles(_ settings: [(String, String)]) async throws -> [String: Int64] {
            let start = settings.map { name, value in
                PostgresQuery(
                    "SELECT set_config($1, $2, true)", .text("dayline." + name), .text(value))
            }
            let results = try await worker.run(
                start
                    + tables.map {
                        PostgresQuery("SELECT count(DISTINCT profile_id) FROM dayline.\($0)")
                    }, within: limit)
            let counts = try results.dropFirst(start.count).map { try $0.first?.int64(0) ?? 0 }
            return Dictionary(uniqueKeysWithValues: zip(tables, counts)).filter { $0.value > 0 }
        }

        #expect(
            try await profiles([("cohort", "on")]) == [
                "participant": Int64(consenting - 1), "month_partial": Int64(consenting - 1),
            ])
        #expect(try await profiles([]) == [:])
        #expect(try await profiles([("cohort", "off")]) == [:])
        #expect(try await profiles([("cohort", "on"), ("profile", String(other))]) == [:])
        for change in [
            "UPDATE dayline.participant SET label = 'x'", "DELETE FROM dayline.month_partial",
        ] {
            let results = try await worker.run(
                [
                    PostgresQuery("SELECT set_config('dayline.cohort', 'on', true)"),
                    PostgresQuery(change),
                ], within: limit)
            #expect(results[1].affectedRows == 0, "\(change)")
        }
    }

    @Test func `a query whose row of the log cannot be written is not answered`() async throws {
        let storage = try await TemporaryPostgresStorage()
        let people = (0..<30).map { GeneratedPerson(number: $0, seed: 3) }
        try await storage.add(people)
        let request = Cohorts.QueryRequest(metric: "stepCount")
        let owner = try await connection(storage)
        defer { owner.close() }
        let role = PostgresDatabases.worker

        try await owner.run(
            script: "REVOKE INSERT ON dayline.cohort_query FROM \(role)", within: limit)
        let failure = await #expect(throws: Status.self) {
            try await storage.client.call(Cohorts.query, request)
        }
        try await owner.run(
            script: "GRANT INSERT ON dayline.cohort_query TO \(role)", within: limit)
        let answered = try await storage.client.call(Cohorts.query, request)

        #expect(failure?.code == .permissionDenied)
        #expect(answered.groups.count == 1)
        let log = try await storage.client.call(Cohorts.log, Cohorts.LogRequest()).queries
        #expect(log.map(\.query) == [request])
        #expect(log.map(\.groups) == [1])
        #expect(log.map(\.key) == [nil])
    }

    @Test(arguments: [
        "UPDATE dayline.cohort_query SET key = 'x'", "DELETE FROM dayline.cohort_query",
        "TRUNCATE dayline.cohort_query",
    ])
    func `storage workers cannot change the log of queries`(statement: String) async throws {
        let storage = try await TemporaryPostgresStorage()
        let worker = try await connection(storage, role: PostgresDatabases.worker)
        defer { worker.close() }

        let failure = await #expect(throws: PostgresError.self) {
            try await worker.run([PostgresQuery(statement)], within: limit)
        }

        #expect(failure?.state == "42501")
    }
}
