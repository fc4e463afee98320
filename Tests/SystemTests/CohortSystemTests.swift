import Foundation
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
