package import CivilTime
import Memberwise

/// One weight entry, in the unit in which it was entered.
@Memberwise
package struct WeightEntry: Hashable, Codable, Sendable {
    package var day: CivilDate
    package var weight: Double
    package var unit: WeightUnit
    package var note: String? = nil
    /// Percent, 1 to 60.
    package var bodyFat: Double? = nil
    /// The time in milliseconds since 1970 UTC, which orders the entries of a day; nil if unknown.
    package var at: Int64? = nil

    package static let bodyFatLimits = 1.0...60.0

    /// True if weight and body fat are within their limits.
    package var isValid: Bool {
        WeightLimits.isValid(weight: weight, unit: unit)
            && bodyFat.map(Self.bodyFatLimits.contains) ?? true
    }

    package func weight(in unit: WeightUnit) -> Double {
        self.unit.convert(weight, to: unit)
    }
}

extension Sequence<WeightEntry> {
    /// The entries oldest first. Entries of a day are ordered by time; entries without a time keep their
    /// order.
    package var inOrder: [WeightEntry] {
        enumerated().sorted { left, right in
            (left.element.day, left.element.at ?? 0, left.offset)
                < (right.element.day, right.element.at ?? 0, right.offset)
        }.map(\.element)
    }

    /// The mean weight of each day with entries, oldest first.
    package func dayMeans(in unit: WeightUnit) -> [(day: CivilDate, weight: Double)] {
        Dictionary(grouping: self, by: \.day)
            .mapValues { entries in
                entries.reduce(0) { $0 + $1.weight(in: unit) } / Double(entries.count)
            }
            .sorted { $0.key < $1.key }
            .map { ($0.key, $0.value) }
    }
}
