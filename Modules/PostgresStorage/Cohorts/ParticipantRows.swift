import CivilTime
import Contracts
import PostgresClient
import RPC

/// Rows of `participant`.
enum ParticipantRows {
    static func participant(_ profile: Int64) -> PostgresQuery {
        PostgresQuery(
            """
            SELECT consent_at, birth_date, sex, label FROM dayline.participant
            WHERE profile_id = $1
            """, .int64(profile))
    }

    static func participant(_ result: PostgresResult) throws -> Cohorts.Participation {
        guard let row = result.first else { return Cohorts.Participation() }
        return Cohorts.Participation(
            consentAt: try row.optionalInt64(0).map(instantText),
            birthDate: try row.optionalInt64(1).map { CivilDate(clampingDays: $0) },
            sex: try row.optionalText(2).flatMap(Cohorts.Sex.init),
            label: try row.optionalText(3))
    }

    /// True if the first row of ``participant(_:)`` has a consent.
    static func hasConsent(_ result: PostgresResult) -> Bool {
        result.first.map { !$0.isNull(0) } ?? false
    }

    static func setConsent(at time: Int64?, _ profile: Int64) -> PostgresQuery {
        PostgresQuery(
            """
            INSERT INTO dayline.participant (profile_id, consent_at) VALUES ($1, $2)
            ON CONFLICT (profile_id) DO UPDATE SET consent_at = excluded.consent_at
            """, .int64(profile), .int64(time))
    }

    static func setPerson(_ person: Cohorts.SetPersonRequest, _ profile: Int64) -> PostgresQuery {
        PostgresQuery(
            """
            INSERT INTO dayline.participant (profile_id, birth_date, sex) VALUES ($1, $2, $3)
            ON CONFLICT (profile_id)
                DO UPDATE SET birth_date = excluded.birth_date, sex = excluded.sex
            """, .int64(profile), .int64(person.birthDate.map { Int64($0.days) }),
            .text(person.sex?.rawValue))
    }

    static func setLabel(_ label: String?, _ profile: Int64) -> PostgresQuery {
        PostgresQuery(
            """
            INSERT INTO dayline.participant (profile_id, label) VALUES ($1, $2)
            ON CONFLICT (profile_id) DO UPDATE SET label = excluded.label
            """, .int64(profile), .text(label))
    }
}
