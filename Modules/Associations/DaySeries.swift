import Memberwise

/// The values of a metric or an activity on consecutive days.
@Memberwise
package struct DaySeries: Hashable, Sendable {
    /// The name, which must differ from that of the other series.
    package var name: String
    /// One value for each day, in the display unit; nil: no data. Values that are not finite count
    /// as no data.
    package var values: [Double?]
    /// True if each value is 0 or 1, for a day that was missed or done.
    package var isYesNo: Bool = false

    /// The values with NaN for no data.
    var columns: [Double] {
        values.map { value in
            guard let value, abs(value) <= Self.greatest else { return .nan }
            return value
        }
    }

    /// The square of the sum of ten thousand such values is still a number.
    private static let greatest = 1e100
}
