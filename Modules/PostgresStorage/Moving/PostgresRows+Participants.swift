package import Contracts
import PostgresClient
package import StorageCore

extension PostgresRows {
    /// The profiles with a consent, a birth date, a sex or a label, in the given order. These are not moved.
    package func participants(
        of profiles: [MovedProfile]
    ) async throws -> [(name: String, participation: Cohorts.Participation)] {
        let queries = profiles.flatMap { profile in
            [.setProfile(profile.id), ParticipantRows.participant(profile.id)]
        }
        let results = try await run(
            [PostgresQuery("BEGIN READ ONLY")] + queries + [PostgresQuery("COMMIT")])
        return try profiles.enumerated().compactMap { index, profile in
            let participation = try ParticipantRows.participant(results[2 * index + 2])
            return participation == Cohorts.Participation() ? nil : (profile.name, participation)
        }
    }
}
