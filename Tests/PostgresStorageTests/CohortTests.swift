import CivilTime
import Contracts
import PostgresClient
import PostgresServer
import RPC
import StorageTestKit
import TestKit
import Testing

@Suite(.temporaryStorage, .timeLimit(.minutes(30))) struct CohortTests {
    private static let requests: [Cohorts.QueryRequest] = {
        let day = { (text: String) in CivilDate(text) }
        var requests: [Cohorts.QueryRequest] = []
        for metric in GeneratedPerson.metrics {
            for by in [nil] + Cohorts.Grouping.allCases.map(Optional.some) {
                requests.append(Cohorts.QueryRequest(metric: metric, by: by))
                requests.append(
                    Cohorts.QueryRequest(
                        metric: metric, by: by, from: day("2025-04-01"), to: day("2025-09-30")))
                guard by != .month else { continue }
                requests.append(
                    Cohorts.QueryRequest(metric: metric, by: by, after: day("2025-08-01")))
                requests.append(
                    Cohorts.QueryRequest(
                        metric: metric, by: by, from: day("2025-02-01"), after: day("2025-12-15")))
            }
        }
        return requests
    }()

    @Test func `every figure equals the one that is computed from all day totals`() async throws {
        let storage = try await TemporaryPostgresStorage()
        let people = (0..<(TestTier.isLong ? 1000 : 120)).map {
            GeneratedPerson(number: $0, seed: 3)
        }
        try await storage.add(people)
        var plain: [String: PlainCohort] = [:]
        for metric in GeneratedPerson.metrics {
            var all: [PlainCohort.Person] = []
            for person in people where person.hasConsent {
                let options = CallOptions(profile: person.name)
                all.append(
                    PlainCohort.Person(
                        participation: try await storage.client.call(
                            Cohorts.participation, Empty(), options),
                        days: PlainCohort.days(
                            metric, try await storage.dayColumns(metric, of: person.name))))
            }
            plain[metric] = PlainCohort(all)
        }
        var (hasShown, hasHidden) = (Set<Cohorts.Grouping?>(), false)

        for request in Self.requests {
            let unit = request.metric == "stepCount" ? "count" : "count/min"
            let expected = try #require(plain[request.metric]).response(request, unit: unit)
            guard !expected.response.groups.isEmpty else {
                let failure = await #expect(throws: Status.self) {
                    try await storage.client.call(Cohorts.query, request)
                }
                #expect(failure?.code == .failedPrecondition)
                continue
            }
            let response = try await storage.client.call(Cohorts.query, request)

            #expect(response == expected.response, "\(request)")
            hasShown.insert(request.by)
            if !expected.hidden.isEmpty { hasHidden = true }
        }

        #expect(hasShown.count == 5)
        #expect(hasHidden)
        let log = try await storage.client.call(Cohorts.log, Cohorts.LogRequest())
        #expect(log.queries.map(\.query) == Self.requests.reversed())
    }

    @Test func `a person without consent, or who has withdrawn it, is in no query`() async throws {
        let storage = try await TemporaryPostgresStorage()
        let people = (0..<60).map { GeneratedPerson(number: $0, seed: 5) }
        try await storage.add(people)
        let consenting = people.filter(\.hasConsent)
        let request = Cohorts.QueryRequest(metric: "stepCount")
        func count() async throws -> Int? {
            try await storage.client.call(Cohorts.query, request).groups.first?.people
        }

        let before = try await count()
        let withdrawn = try await storage.setConsent(false, of: consenting[0].name)
        let without = try await count()
        let partials = try await storage.partials("stepCount", of: consenting[0].name)
        let again = try await storage.setConsent(true, of: consenting[0].name)
        let repeated = try await storage.setConsent(true, of: consenting[0].name)
        let after = try await count()

        #expect(before == consenting.count)
        #expect(withdrawn.consentAt == nil)
        #expect(without == consenting.count - 1)
        #expect(partials.isEmpty)
        #expect(again.consentAt != nil && repeated == again)
        #expect(after == before)
        let changes = try await storage.client.call(
            Changes.since, Changes.SinceRequest(number: 0),
            CallOptions(profile: consenting[0].name)
        ).changes.filter { $0.kind == "consent" }
        #expect(changes.map { $0.after != nil } == [true, false, true])
    }

    @Test func `erasing a profile removes its consent and its partials`() async throws {
        let storage = try await TemporaryPostgresStorage()
        try await storage.setConsent(true, of: nil)
        try await storage.publishSteps()
        try await storage.foldEverything(until: 1)
        let before = try await storage.partials("stepCount", of: "default")

        _ = try await storage.client.call(
            Profiles.erase, Profiles.RemoveRequest(name: "default"))

        #expect(before.count == 1)
        #expect(try await storage.partials("stepCount", of: "default").isEmpty)
        #expect(
            try await storage.client.call(Cohorts.participation, Empty())
                == Cohorts.Participation())
    }

    @Test func `partials follow each fold of the days of their months`() async throws {
        let storage = try await TemporaryPostgresStorage()
        try await storage.setConsent(true, of: nil)
        let person = GeneratedPerson(number: 1, seed: 8)
        // In the middle of a month, and of a block of days.
        for (round, segments) in [[1660, 1663], [1662], [1661, 1690], [1663]].enumerated() {
            let id = try await storage.begin()
            try await storage.stage(
                segments.map(Int64.init), import: id, byte: UInt8(round + 1))
            let version = try await storage.publish(id).version
            try await storage.fold(until: version) { task in
                var totals = person.totals(
                    of: task.metric, task.from.days...task.to.days)
                for index in totals.sum.indices { totals.sum[index] += Double(round) }
                // The last round deletes days.
                if round == 3 { totals = DayColumns() }
                _ = try await storage.client.call(
                    Folds.commit,
                    Packet(
                        Folds.CommitRequest(lease: task.lease, stamp: task.stamp),
                        columns: totals.columns))
            }

            let days = PlainCohort.days(
                "stepCount", try await storage.dayColumns("stepCount", of: nil))
            let expected = Dictionary(grouping: days) { $0.day.year * 12 + $0.day.month - 1 }
                .mapValues { own in
                    Partial(days: own.count, sum: "\(own.reduce(Int128(0)) { $0 + $1.value })")
                }
            #expect(
                try await storage.partials("stepCount", of: "default") == expected,
                "round \(round)")
        }
    }

    @Test func `requests that have no answer are refused with the remedy`() async throws {
        let storage = try await TemporaryPostgresStorage()
        func refusal(_ request: Cohorts.QueryRequest) async -> Status? {
            await #expect(throws: Status.self) {
                try await storage.client.call(Cohorts.query, request)
            }
        }

        let unknown = await refusal(Cohorts.QueryRequest(metric: "stepCout"))
        let category = await refusal(Cohorts.QueryRequest(metric: "sleepAnalysis"))
        let middle = await refusal(
            Cohorts.QueryRequest(metric: "stepCount", from: CivilDate("2025-04-02")))
        let order = await refusal(
            Cohorts.QueryRequest(
                metric: "stepCount", from: CivilDate("2025-04-01"), to: CivilDate("2025-03-31")))
        let months = await refusal(
            Cohorts.QueryRequest(
                metric: "stepCount", by: .month, after: CivilDate("2025-04-01")))
        let few = await refusal(Cohorts.QueryRequest(metric: "stepCount"))

        #expect(unknown?.code == .notFound && unknown?.hint == "Did you mean stepCount?")
        #expect(category?.code == .invalidArgument)
        #expect(middle?.hint == "Use: --from 2025-04")
        #expect(order?.code == .invalidArgument && months?.code == .invalidArgument)
        #expect(few?.code == .failedPrecondition)
        // Only queries that were computed are in the log.
        let log = try await storage.client.call(Cohorts.log, Cohorts.LogRequest()).queries
        #expect(log.map(\.groups) == [0])
    }
}

struct Partial: Hashable {
    var days: Int
    var sum: String
}

extension TemporaryPostgresStorage {
    /// The stored partials of a profile by the number of the month, read by the owner of the tables.
    func partials(_ metric: String, of name: String) async throws -> [Int: Partial] {
        let connection = try await PostgresConnection.open(
            TemporaryPostgres.shared.get().address(of: database), within: .seconds(30))
        defer { connection.close() }
        let results = try await connection.run(
            [
                PostgresQuery(
                    """
                    SELECT month, days, sum::text FROM dayline.month_partial
                    JOIN dayline.profile_name USING (profile_id) WHERE name_key = $1 AND metric = $2
                    """, .text(name), .text(metric))
            ], within: .seconds(30))
        return Dictionary(
            uniqueKeysWithValues: try results[0].rows.map { row in
                (
                    Int(try row.int64(0)),
                    Partial(days: Int(try row.int64(1)), sum: try row.text(2))
                )
            })
    }
}
