package import CivilTime

/// A record that can be moved to the trash and restored.
package protocol Trashable {
    /// The day on which the record was moved to the trash; nil while it is in use.
    var deleted: CivilDate? { get set }
}

extension Activity: Trashable {}
extension Category: Trashable {}
extension Goal: Trashable {}

/// The number of days after which deleted records can be purged.
package let trashRetentionInDays = 30

extension Trashable {
    /// True if the record has been in the trash for more than `days` on `today`.
    package func isPurgeable(on today: CivilDate, retentionInDays days: Int = trashRetentionInDays)
        -> Bool
    {
        guard let deleted else { return false }
        return deleted.distance(to: today) > days
    }
}

extension RangeReplaceableCollection where Element: Trashable {
    /// Removes the records that have been in the trash for more than `days`.
    package mutating func purge(
        on today: CivilDate, retentionInDays days: Int = trashRetentionInDays
    ) {
        removeAll { $0.isPurgeable(on: today, retentionInDays: days) }
    }
}
