package import CivilTime
import Memberwise
package import RPC

/// Queries of people who consented, in groups. Served by the storage worker of a database server; in a home
/// with a database file every method is UNIMPLEMENTED.
package enum Cohorts {
    package static let service = "dayline.storage.Cohorts"

    /// Answers a query after its row of the log is durable. FAILED_PRECONDITION if no group has enough
    /// people.
    package static let query = Method<QueryRequest, QueryResponse>(
        service, "Query", repeatable: true, access: .onlyBus)
    /// Lists the queries that were answered or refused for having too few people, newest first.
    package static let log = Method<LogRequest, LogResponse>(
        service, "Log", repeatable: true, access: .onlyBus)
    /// Changes the label of a profile.
    package static let setLabel = Method<SetLabelRequest, Empty>(
        service, "SetLabel", repeatable: true, access: .onlyBus)
    /// Returns the consent of the profile, and what queries group its person by.
    package static let participation = Method<Empty, Participation>(
        service, "Participation", repeatable: true, access: .scope(.read))
    /// Gives or withdraws the consent of the profile. Later queries do not contain a person who has
    /// withdrawn it.
    package static let setConsent = Method<SetConsentRequest, Participation>(
        service, "SetConsent", repeatable: true, access: .scope(.admin))
    /// Changes the birth date and the sex of the person.
    package static let setPerson = Method<SetPersonRequest, Participation>(
        service, "SetPerson", repeatable: true, access: .scope(.admin))

    /// The least number of people of a group.
    package static let minimumPeople = 20

    /// The property that people are grouped by.
    package enum Grouping: String, CaseIterable, Codable, Sendable {
        /// The month of the days. A person is in the group of each month with a day.
        case month
        /// The age in years on the first day of a month, in bands of ten years.
        case age
        case sex
        /// The label of the profile.
        case group
    }

    package enum Sex: String, CaseIterable, Codable, Sendable {
        case female, male, other
    }

    @Message
    package struct QueryRequest: Codable, Hashable, WireValue {
        /// The key of a metric of the table, except categories.
        package var metric: String
        /// The property that people are grouped by; nil: one group of all people.
        package var by: Grouping? = nil
        /// The first day of the first month; nil: no limit.
        package var from: CivilDate? = nil
        /// The last day of the last month; nil: no limit.
        package var to: CivilDate? = nil
        /// The first day after a change: a person's value is the mean of the days in the months after the
        /// change minus the mean of the days in the months before it. A person without days in both has no
        /// value. The month of this day is one of those after the change if the day is its first, and is left
        /// out otherwise. The age is that on the first day of the first month after the change. Not with `by`
        /// `month`. nil: a person's value is the mean of the days.
        package var after: CivilDate? = nil
    }

    @Message
    package struct QueryResponse: Codable, Hashable, WireValue {
        /// The key of the metric.
        package var metric: String
        /// The canonical unit of the metric, and of all figures of the groups but the counts.
        package var unit: String
        /// The groups with at least 20 people, in the order of their names.
        package var groups: [Group]
        /// True if other groups are left out: groups with fewer than 20 people, and others without which
        /// the figures of those could be computed.
        package var hasHidden: Bool
    }

    @Message
    package struct Group: Codable, Hashable, Sendable {
        /// The month as `YYYY-MM`, the band of ages as `20-29`, the sex, or the label; nil: not stated by
        /// these people, or the group of all people.
        package var group: String?
        /// The number of people with a value, at least 20.
        package var people: Int
        /// The number of their days.
        package var days: Int64
        /// The mean of the people's values.
        package var mean: Double
        /// The sample standard deviation of the people's values.
        package var spread: Double
        /// The 5th percentile of the people's values, interpolated between the two next to it.
        package var p5: Double
        /// The 25th percentile.
        package var p25: Double
        /// The median.
        package var p50: Double
        /// The 75th percentile.
        package var p75: Double
        /// The 95th percentile.
        package var p95: Double
    }

    @Message
    package struct LogRequest: Codable, Hashable, WireValue {
        /// The maximum number of queries, 1 to 1,000; nil: 100.
        package var limit: Int? = nil
    }

    @Message
    package struct LogResponse: Codable, Hashable, WireValue {
        /// The newest queries, newest first.
        package var queries: [LoggedQuery]
    }

    @Message
    package struct LoggedQuery: Codable, Hashable, Sendable {
        /// The time of the query, RFC 3339 in UTC.
        @Field(.instant) package var at: String
        /// The name of the caller's key; nil: a program on the machine of the home.
        package var key: String?
        /// The query.
        package var query: QueryRequest
        /// The number of groups of the answer; 0: refused.
        package var groups: Int
    }

    @Message
    package struct Participation: Codable, Hashable, WireValue {
        /// The time at which the person gave consent, RFC 3339 in UTC; nil: the person is in no query.
        @Field(.instant) package var consentAt: String? = nil
        /// The birth date; nil: not stated.
        package var birthDate: CivilDate? = nil
        /// The sex; nil: not stated.
        package var sex: Sex? = nil
        /// The label that an operator set; nil: none.
        package var label: String? = nil
    }

    @Message
    package struct SetConsentRequest: Codable, Hashable, WireValue {
        /// True gives the consent, which has no effect if it is given already; false withdraws it.
        package var isGiven: Bool
    }

    @Message
    package struct SetPersonRequest: Codable, Hashable, WireValue {
        /// The birth date, in the years 1900 to 2199; nil: removes it.
        package var birthDate: CivilDate?
        /// The sex; nil: removes it.
        package var sex: Sex?
    }

    @Message
    package struct SetLabelRequest: Codable, Hashable, WireValue {
        /// The name of the profile.
        package var name: String
        /// The label, 1 to 64 bytes; nil: removes it.
        package var label: String?
    }
}
