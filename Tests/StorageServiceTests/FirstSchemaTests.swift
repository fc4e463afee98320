import Contracts
import GRDB
import RPC
import Testing

/// What a home of the first schema holds is there in the present one.
@Suite struct FirstSchemaTests {
    private func firstHome(_ statements: String) async throws -> String {
        try await TemporaryStorage.home(
            schema: 1,
            """
            INSERT INTO profile (name, data_version) VALUES ('default', 1);
            INSERT INTO profile_zone VALUES (1, NULL, 'Europe/Berlin');
            \(statements)
            """)
    }

    @Test func `a home of the first schema has its days folded anew`() async throws {
        let folder = try await firstHome(
            """
            INSERT INTO metric_state VALUES (1, 'stepCount', 1, 1);
            INSERT INTO day_total VALUES (1, 'stepCount', 12, 1, 1, 1, 1, 1, 1);
            INSERT INTO day_total VALUES (1, 'sleepAnalysis', 20, 1, 1, 1, 1, 1, 1);
            INSERT INTO workout VALUES (1, 3 * 86400000, 3 * 86400000, 'Running', 'a', '');
            """)
        let opened = try await TemporaryStorage(folder: folder)
        defer { opened.remove() }

        #expect(
            try await opened.dirtyDays() == [
                "stepCount": [11...13], "sleepAnalysis": [19...21], "sleepHours": [17...23],
                "workoutCount": [1...5], "workoutDuration": [1...5], "workoutEnergy": [1...5],
            ])
        let page = try await opened.client.call(
            Days.read, Days.ReadRequest(metric: "stepCount", knownVersion: 1))
        #expect(page.body.stale)
        #expect(page.body.version == 1)
    }

    @Test func `samples and days of an earlier schema are found again`() async throws {
        let folder = try await firstHome(
            """
            INSERT INTO series VALUES
                (3, 1, 'stepCount', 'phone', '', 0, 'raw', 'count', 'Phone'),
                (7, 1, 'stepCount', 'watch', '', 0, 'raw', 'count', 'Watch');
            DELETE FROM series WHERE id = 7;
            INSERT INTO chunk VALUES (1, 3, 9, 2, 100, 200, 1, 1, 2, 5, 6, 1);
            INSERT INTO chunk_data VALUES (1, 1, x'0102');
            INSERT INTO metric_state VALUES (1, 'stepCount', 1, 1);
            INSERT INTO day_total VALUES (1, 'stepCount', 12, 8, 8, 2, 1, 1, 1);
            """)
        let storage = try await TemporaryStorage(folder: folder)
        defer { storage.remove() }
        let id = try await storage.begin()
        var other = SeriesKey.sample("stepCount")
        other.device = "new"
        let declared = try await storage.client.call(
            Staging.declare, Staging.DeclareRequest(id: id, series: [other]))

        #expect(try await storage.publishedSegments() == [9])
        #expect(try await storage.lastHashBytes() == [6])
        #expect(try await storage.totals() == [12: 8])
        // No number of a series is given again.
        #expect(declared.ids == [8])
    }

    @Test func `correlations of an earlier schema are known by their members`() async throws {
        func pressure(_ value: Double) -> HealthRow {
            .correlation(
                Correlation(
                    type: "BloodPressure", source: "Cuff", sourceKey: "Cuff", start: 5, end: 5,
                    members: [
                        .init(metric: "bloodPressureSystolic", start: 5, end: 5, value: value)
                    ]))
        }
        let known = try JSONBody.encode(pressure(120)).text
        let folder = try await firstHome("")
        try await DatabaseQueue(path: "\(folder)/dayline.sqlite").write { db in
            try db.execute(
                sql: "INSERT INTO correlation VALUES (1, 5, 5, 'BloodPressure', 'Cuff', ?)",
                arguments: [known])
        }

        let opened = try await TemporaryStorage(folder: folder)
        defer { opened.remove() }
        let found = try await opened.client.call(
            Staging.findRows, Staging.RowPage(rows: [pressure(120), pressure(125)]))
        let id = try await opened.begin()
        _ = try await opened.client.call(
            Staging.stageRows,
            Staging.StageRowsRequest(id: id, rows: [pressure(120), pressure(125)]))
        try await opened.publish(id)
        let correlations = ValueCollector<Correlation>()
        _ = try await opened.client.stream(
            HealthRows.correlations, HealthRows.RangeRequest(), CallOptions()
        ) { await correlations.add($0.correlations) }

        #expect(found.isNew == [false, true])
        #expect(
            await correlations.values.flatMap(\.members).map(\.value).sorted() == [120, 125])
    }
}
