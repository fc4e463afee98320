import Contracts
import Foundation
import PostgresClient
import RPC
import TestKit
import Testing

/// Consent and queries of groups through all processes.
@Suite(.serialized, .timeLimit(.minutes(5))) struct CohortSystemTests {
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

    /// Metrics that are shown in the unit in which they are stored: steps of two sources, a mean, a sum, and a
    /// duration that is computed from samples of another metric.
    private static let metrics = ["stepCount", "heartRate", "activeEnergyBurned", "sleepHours"]

    @Test func `the partials are those of the shown days after each change of days and consent`()
        async throws
    {
        let postgres = try await PostgresSystem()
        defer { postgres.remove() }
        let system = postgres.system
        let exports = try (1...2).map { try GeneratedExport(days: 40, seed: $0, density: 0.05) }
        defer { for export in exports { export.remove() } }

        _ = try system.json("import", exports[0].zip)
        let without = try await partials(of: postgres)
        _ = try system.json("profile", "consent", "--give")
        let given = try await checkedPartials(of: postgres, after: "the consent")
        _ = try system.json("import", exports[1].zip)
        let imported = try await checkedPartials(of: postgres, after: "an import")
        _ = try system.json("sample", "edit", try sample(of: "heartRate", in: system), "199")
        let edited = try await checkedPartials(of: postgres, after: "an edit")
        _ = try system.json("undo")
        let undone = try await checkedPartials(of: postgres, after: "undo")
        _ = try system.json("sample", "delete", try sample(of: "heartRate", in: system))
        let deleted = try await checkedPartials(of: postgres, after: "a deletion")
        _ = try system.json("profile", "zone", "Asia/Tokyo")
        let moved = try await checkedPartials(of: postgres, after: "a change of the zone")
        _ = try system.json("profile", "consent", "--withdraw")
        let withdrawn = try await partials(of: postgres)
        _ = try system.json("profile", "consent", "--give")
        let renewed = try await checkedPartials(of: postgres, after: "the second consent")

        #expect(without.isEmpty && withdrawn.isEmpty)
        // Each metric has days in two months.
        #expect(given.count == 2 * Self.metrics.count)
        #expect(imported != given && edited != imported && undone == imported)
        #expect(deleted != undone && moved != deleted && renewed == moved)
    }

    /// The stored partials of the metrics, which have to be those of the shown days.
    private func checkedPartials(
        of postgres: PostgresSystem, after step: String
    ) async throws -> [String: String] {
        try await eventually("all days are folded after \(step)") {
            try await postgres.execute("SELECT count(*) FROM dayline.dirty").first?.int64(0) == 0
        }
        var expected: [String: String] = [:]
        for metric in Self.metrics {
            let output = try postgres.system.run("--json", "days", metric).output
            let shown = try JSONBody.decode(
                Insights.DaysResponse.self, from: Bytes(Array(output.utf8)))
            for (month, days) in Dictionary(grouping: shown.days, by: { "\($0.day)".prefix(7) }) {
                let values = days.compactMap { shown.kind == "discrete" ? $0.average : $0.sum }
                    .map { Int128(($0 * 1_000_000_000).rounded(.toNearestOrEven)) }
                expected["\(metric) \(month)"] = "\(values.count) days: \(values.reduce(0, +))"
            }
        }
        let stored = try await partials(of: postgres).filter { key, _ in
            Self.metrics.contains { key.hasPrefix("\($0) ") }
        }
        #expect(stored == expected, "after \(step)")
        return stored
    }

    /// The days and sums of all stored partials by metric and month.
    private func partials(of postgres: PostgresSystem) async throws -> [String: String] {
        let rows = try await postgres.execute(
            """
            SELECT metric || ' ' || month / 12 || '-' || lpad((month % 12 + 1)::text, 2, '0'),
                days || ' days: ' || sum FROM dayline.month_partial
            """
        ).rows
        return Dictionary(
            uniqueKeysWithValues: try rows.map { (try $0.text(0), try $0.text(1)) })
    }

    /// The reference of the first sample of a day.
    private func sample(of metric: String, in system: DaylineSystem) throws -> String {
        let listed = try system.json("samples", metric, "--on", "2026-06-10")
        let samples = try #require(listed["samples"] as? [[String: Any]])
        return try #require(samples.first?["ref"] as? String)
    }

    @Test func `a home with a database file names the database that is needed`() throws {
        let system = try DaylineSystem()

        let query = try system.run("cohort", "steps")
        let consent = try system.run("profile", "consent", "--give")

        for refusal in [query, consent] {
            #expect(refusal.status != 0)
            #expect(refusal.errors.contains("PostgreSQL"), "\(refusal.errors)")
            #expect(refusal.errors.contains("move --to postgresql://"), "\(refusal.errors)")
        }
    }
}
