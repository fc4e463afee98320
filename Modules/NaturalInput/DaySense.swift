/// The direction in which a word without a year, such as `mon`, refers to a day.
package enum DaySense: Hashable, Sendable {
    /// The latest such day that is not after today, for records and queries.
    case past
    /// The next such day, today included, for plans.
    case planned
}
