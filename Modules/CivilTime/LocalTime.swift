import Memberwise

/// A local date and time of day, without a zone.
@Memberwise
package struct LocalTime: Hashable, Sendable {
    package var date: CivilDate
    /// Seconds since midnight, 0..<86400.
    package var secondOfDay: Int

    /// `HH:MM`.
    package var hourAndMinute: String {
        "\(twoDigits(secondOfDay / 3600)):\(twoDigits(secondOfDay / 60 % 60))"
    }
}

extension LocalTime: Comparable {
    package static func < (lhs: LocalTime, rhs: LocalTime) -> Bool {
        (lhs.date, lhs.secondOfDay) < (rhs.date, rhs.secondOfDay)
    }
}

extension LocalTime: CustomStringConvertible, LosslessStringConvertible {
    /// `YYYY-MM-DDTHH:MM`, followed by `:SS` if the seconds are not 0.
    package var description: String {
        let seconds = secondOfDay % 60
        return "\(date)T\(hourAndMinute)" + (seconds == 0 ? "" : ":\(twoDigits(seconds))")
    }

    /// Parses `YYYY-MM-DDTHH:MM` with optional `:SS`; nil for other text.
    package init?(_ text: String) {
        let halves = text.split(separator: "T", omittingEmptySubsequences: false)
        guard halves.count == 2, let date = CivilDate(halves[0]) else { return nil }
        let parts = halves[1].split(separator: ":", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { $0.utf8.count == 2 ? decimal($0.utf8) : nil }
        guard (2...3).contains(parts.count), numbers.count == parts.count, numbers[0] < 24,
            numbers.dropFirst().allSatisfy({ $0 < 60 })
        else { return nil }
        let second = numbers.count == 3 ? numbers[2] : 0
        self.init(date: date, secondOfDay: numbers[0] * 3600 + numbers[1] * 60 + second)
    }
}
