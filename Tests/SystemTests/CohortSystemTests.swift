import Foundation
import PostgresClient
import TestKit
import Testing

/// Consent, month partials and queries of groups through all processes.
@Suite(.serialized, .timeLimit(.minutes(5))) struct CohortSystemTests {
    @Test func `partials follow imports, corrections, deletions, undo and the zone`() async throws {
        let postgres = try await PostgresSystem()
        defer { postgres.remove() }
        let system = postgres.system
        let export = try GeneratedExport(days: 50, seed: 5)
        defer { export.remove() }
        _ = try system.json("import", export.zip)
        let consent = try system.json("profile", "consent", "--give")
        #expect(consent["consentAt"] != nil)
        try await checkPartials(postgres, "the consent")

        for metric in ["stepCount", "heartRate"] {
            let days = try system.json("days", metric)["days"] as? [[String: Any]]
            let day = try #require(days?.dropFirst(20).first?["day"] as? String)
            let samples = try system.json("samples", metric, "--on", day)
            let references = try #require(samples["samples"] as? [[String: Any]]).compactMap {
                $0["ref"] as? String
            }
            try #require(references.count > 1)
            _ = try system.json("sample", "edit", references[0], "77")
            try await checkPartials(postgres, "an edit of \(metric)")
            _ = try system.json("sample", "delete", references[1])
            try await checkPartials(postgres, "a deletion of \(metric)")
            _ = try system.json("undo")
            try await checkPartials(postgres, "an undo of \(metric)")
        }
        _ = try system.json("profile", "zone", "Pacific/Kiritimati")
        try await checkPartials(postgres, "a change of the zone")
        _ = try system.json("profile", "consent", "--withdraw")
        #expect(try await partials(postgres, "stepCount").isEmpty)
    }

    /// Waits until the partials of steps and heart rates are those of the shown days.
    private func checkPartials(_ postgres: PostgresSystem, _ cause: String) async throws {
        for (metric, value) in [("stepCount", "sum"), ("heartRate", "average")] {
            try await eventually("partials of \(metric) after \(cause)") {
                let shown = try postgres.system.json("days", metric)
                guard shown["stale"] as? Bool == false else { return false }
                let days = try #require(shown["days"] as? [[String: Any]])
                var expected: [String: String] = [:]
                for (month, own) in Dictionary(
                    grouping: days, by: { "\(($0["day"] as? String ?? "").prefix(7))" })
                {
                    let sum = own.reduce(Int128(0)) {
                        $0 + Int128((($1[value] as? Double ?? 0) * 1e9).rounded(.toNearestOrEven))
                    }
                    expected[month] = "\(own.count { $0[value] != nil }) \(sum)"
                }
                try #require(!expected.isEmpty)
                return try await partials(postgres, metric) == expected
            }
        }
    }

    private func partials(
        _ postgres: PostgresSystem, _ metric: String
    ) async throws -> [String: String] {
        let rows = try await postgres.execute(
            """
            SELECT to_char(make_date(month / 12, month % 12 + 1, 1), 'YYYY-MM'),
                days || ' ' || sum FROM dayline.month_partial WHERE metric = '\(metric)'
            """
        ).rows
        return Dictionary(
            uniqueKeysWithValues: try rows.map { (try $0.text(0), try $0.text(1)) })
    }

    @Test func `a query of too few people is refused and logged`() async throws {
        let postgres = try await PostgresSystem()
        defer { postgres.remove() }
        let system = postgres.system
        _ = try system.run("profile", "label", "default", "Group A")
        let person = try system.run(
            "profile", "person", "--birth-date", "1980-05-31", "--sex", "female")
        _ = try system.run("profile", "person", "--sex", "none")
        let shown = try system.run("profile", "consent")

        let refused = try system.run("cohort", "steps", "--by", "age", "--from", "2026-01")
        let middle = try system.run("cohort", "steps", "--to", "2026-01-15")
        let log = try system.run("cohort", "log")

        #expect(person.output.contains("sex         female"))
        #expect(shown.output.contains("default has not consented"))
        #expect(shown.output.contains("birth date  1980-05-31"))
        #expect(shown.output.contains("sex         not stated"))
        #expect(shown.output.contains("label       Group A"))
        #expect(refused.status != 0 && refused.errors.contains("fewer than 20 people"))
        #expect(middle.errors.contains("--to 2026-01"), "\(middle.errors)")
        #expect(log.output.contains("this machine"))
        #expect(log.output.contains("stepCount") && log.output.contains("refused"))
    }

    @Test func `a home with a database file names the database that is needed`() throws {
        let system = try DaylineSystem()

        let query = try system.run("cohort", "steps")
        let consent = try system.run("profile", "consent", "--give")

        for refusal in [query, consent] {
            #expect(refusal.status != 0)
            #expect(refusal.errors.contains("PostgreSQL"), "\(refusal.errors)")
            #expect(refusal.errors.contains("dayline move --to"), "\(refusal.errors)")
        }
    }
}
