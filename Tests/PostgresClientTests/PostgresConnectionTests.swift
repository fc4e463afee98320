import PostgresClient
import PostgresServer
import RPC
import Testing

@Suite struct PostgresConnectionTests {
    private let limit = Duration.seconds(30)

    @Test func `parameters of each type are returned unchanged`() async throws {
        let connection = try await openConnection()
        defer { connection.close() }
        let large = Bytes([UInt8](repeating: 7, count: 3_000_000))

        let row = try #require(
            try await connection.run(
                [
                    PostgresQuery(
                        "SELECT $1, $2, $3, $4, $5, $6, $7", .bool(true), .int64(.min),
                        .double(-0.1), .text("gr\u{FC}n \u{1F331}"), .bytes(large), .text(""),
                        .bytes(.empty))
                ], within: limit
            )[0].first)

        #expect(try row.bool(0))
        #expect(try row.int64(1) == .min)
        #expect(try row.double(2) == -0.1)
        #expect(try row.text(3) == "gr\u{FC}n \u{1F331}")
        #expect(try row.data(4) == large)
        #expect(try row.text(5) == "")
        #expect(try row.data(6) == .empty)
    }

    @Test func `NULL of each type is NULL`() async throws {
        let connection = try await openConnection()
        defer { connection.close() }

        let row = try #require(
            try await connection.run(
                [
                    PostgresQuery(
                        "SELECT $1, $2, $3, $4, $5", .bool(nil), .int64(nil), .double(nil),
                        .text(nil), .bytes(nil))
                ], within: limit
            )[0].first)

        #expect((0..<5).allSatisfy { row.isNull($0) })
        #expect(try row.optionalInt64(1) == nil)
        #expect(throws: PostgresError.unexpectedValue(column: "?column?")) { try row.int64(1) }
        #expect(throws: PostgresError.self) { try row.text(1) }
    }

    @Test func `arrays become rows in their order`() async throws {
        let connection = try await openConnection()
        defer { connection.close() }

        let results = try await connection.run(
            [
                PostgresQuery(
                    "SELECT * FROM unnest($1, $2, $3, $4)", .int64s([1, nil, 3]),
                    .texts(["a", "", nil]), .doubles([0.5, nil, -1]),
                    .byteStrings([Bytes([UInt8](0...3)), nil, .empty])),
                PostgresQuery("SELECT * FROM unnest($1)", .int64s([])),
            ], within: limit)

        let rows = Array(results[0].rows)
        #expect(try rows.map { try $0.optionalInt64(0) } == [1, nil, 3])
        #expect(try rows.map { try $0.optionalText(1) } == ["a", "", nil])
        #expect(try rows.map { try $0.optionalDouble(2) } == [0.5, nil, -1])
        #expect(try rows[0].data(3).array(of: UInt8.self) == [0, 1, 2, 3])
        #expect(rows[1].isNull(3))
        #expect(results[1].rowCount == 0)
    }

    @Test func `the results of a pipeline are in the order of its queries`() async throws {
        let connection = try await openConnection()
        defer { connection.close() }

        let results = try await connection.run(
            (0..<300).map { PostgresQuery("SELECT $1", .int64($0)) }, within: limit)

        #expect(try results.map { try $0.first?.int64(0) } == (0..<300).map { Int64($0) })
    }

    @Test func `a pipeline that exceeds the buffers of the socket does not stall`() async throws {
        let connection = try await openConnection()
        defer { connection.close() }
        let text = String(repeating: "x", count: 1_000_000)

        let results = try await connection.run(
            (0..<20).map { _ in PostgresQuery("SELECT $1", .text(text)) }, within: limit)

        #expect(try results.allSatisfy { try $0.first?.text(0) == text })
    }

    @Test func `an error within a pipeline reverts it, and the connection stays usable`()
        async throws
    {
        let connection = try await openConnection()
        defer { connection.close() }
        try await connection.run(script: "CREATE TEMPORARY TABLE t (n bigint)", within: limit)

        let failure = await #expect(throws: PostgresError.self) {
            try await connection.run(
                [
                    PostgresQuery("INSERT INTO t VALUES ($1)", .int64(1)),
                    PostgresQuery("SELECT 1 / $1", .int64(0)),
                    PostgresQuery("INSERT INTO t VALUES ($1)", .int64(2)),
                ], within: limit)
        }

        #expect(failure?.state == "22012")
        let count = try await connection.run(
            [PostgresQuery("SELECT count(*) FROM t")], within: limit)
        #expect(try count[0].first?.int64(0) == 0)
    }

    @Test func `a statement that cannot be prepared is prepared again later`() async throws {
        let connection = try await openConnection()
        defer { connection.close() }
        let query = PostgresQuery("SELECT n FROM later WHERE n = $1", .int64(1))

        await #expect(throws: PostgresError.self) {
            try await connection.run([query, query], within: limit)
        }
        try await connection.run(
            script: "CREATE TEMPORARY TABLE later (n bigint); INSERT INTO later VALUES (1)",
            within: limit)

        #expect(try await connection.run([query, query], within: limit).map(\.rowCount) == [1, 1])
    }

    @Test func `a statement beyond its time limit ends the connection`() async throws {
        let connection = try await openConnection()
        defer { connection.close() }

        await #expect(throws: PostgresError.timedOut) {
            try await connection.run(
                [PostgresQuery("SELECT pg_sleep(60)")], within: .milliseconds(50))
        }

        #expect(!connection.isOpen)
    }

    @Test func `a cancelled task cancels its statement`() async throws {
        let connection = try await openConnection()
        defer { connection.close() }
        let observer = try await openConnection()
        defer { observer.close() }
        let sleeping = Task {
            try await connection.run([PostgresQuery("SELECT pg_sleep(60)")], within: limit)
        }
        let running = PostgresQuery(
            "SELECT 1 FROM pg_stat_activity WHERE query = $1 AND state = 'active'",
            .text("SELECT pg_sleep(60)"))
        func isRunning() async throws -> Bool {
            try await observer.run([running], within: limit)[0].rowCount > 0
        }
        while try await !isRunning() { await Task.yield() }

        sleeping.cancel()

        await #expect(throws: PostgresError.cancelled) { try await sleeping.value }
        while try await isRunning() { await Task.yield() }
    }

    private func openConnection() async throws -> PostgresConnection {
        let server = try TemporaryPostgres.shared.get()
        return try await PostgresConnection.open(server.address(), within: limit)
    }
}
