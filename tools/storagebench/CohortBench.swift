import CivilTime
import Contracts
import PostgresClient
import PostgresServer
import RPC

/// Measures the commit of a fold of two weeks without and with month partials, and queries of cohorts.
enum CohortBench {
    private static let rounds = 200
    private static let queries = 30
    private static let people = 1000
    private static let metrics = 30
    private static let months = 60

    static func run(_ client: Client, _ server: TemporaryPostgres) async throws {
        let names = ["without consent", "with consent"]
        for name in names {
            _ = try await SampleBench.run(client, profile: name)
        }
        _ = try await client.call(
            Cohorts.setConsent, Cohorts.SetConsentRequest(isGiven: true),
            CallOptions(deadline: .never, profile: names[1]))
        var commits: [String: [Duration]] = [:]
        for round in 0..<rounds {
            for name in names {
                let options = CallOptions(deadline: .never, profile: name)
                commits[name, default: []].append(
                    try await SampleBench.refold(client, round: round, options))
            }
        }
        for name in names {
            let times = commits[name, default: []].sorted()
            print(
                "commit of a fold of two weeks, \(name): p50 \(StorageBench.milliseconds(times, 0.5)) ms, "
                    + "p99 \(StorageBench.milliseconds(times, 0.99)) ms")
        }
        try await addPeople(server)
        for by in [nil] + Cohorts.Grouping.allCases.map(Optional.some) {
            for after in [nil, CivilDate("2022-07-01")] where by != .month || after == nil {
                let request = Cohorts.QueryRequest(metric: "stepCount", by: by, after: after)
                var times: [Duration] = []
                for _ in 0..<queries {
                    let start = ContinuousClock.now
                    _ = try await client.call(Cohorts.query, request)
                    times.append(start.duration(to: .now))
                }
                print(
                    "cohort of \(people) people by \(by?.rawValue ?? "nothing")"
                        + "\(after.map { ", change at \($0)" } ?? ""): p50 "
                        + "\(StorageBench.milliseconds(times.sorted(), 0.5)) ms")
            }
        }
    }

    /// Adds participants and their partials as the owner of the tables.
    private static func addPeople(_ server: TemporaryPostgres) async throws {
        let owner = try await PostgresConnection.open(server.address(), within: .seconds(10))
        defer { owner.close() }
        try await owner.run(
            script: """
                INSERT INTO dayline.participant
                SELECT number, 1, -10000 + number * 19, (ARRAY['female', 'male'])[number % 2 + 1],
                    'Group ' || number % 4 FROM generate_series(1, \(people)) AS number;
                INSERT INTO dayline.month_partial
                SELECT number, CASE metric WHEN 0 THEN 'stepCount' ELSE 'metric' || metric END,
                    2020 * 12 + month, 30, (300000 + number * month) * 1000000000::numeric
                FROM generate_series(1, \(people)) AS number,
                    generate_series(0, \(metrics - 1)) AS metric,
                    generate_series(0, \(months - 1)) AS month;
                ANALYZE dayline.month_partial, dayline.participant
                """, within: .seconds(300))
    }
}
