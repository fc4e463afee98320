package import CivilTime

/// Something that can be put in the trash and taken out again.
package protocol Trashable {
    /// The day it was put in the trash; `nil` while it is in use.
    var deleted: CivilDate? { get set }
}

extension Activity: Trashable {}
extension Category: Trashable {}
extension Goal: Trashable {}

/// How long the trash keeps things.
package let trashRetentionInDays = 30

extension Trashable {
    /// Whether it has been in the trash for more than `days` on `today`.
    package func isPurgeable(on today: CivilDate, retentionInDays days: Int = trashRetentionInDays)
        -> Bool
    {
        guard let deleted else { return false }
        return deleted.distance(to: today) > days
    }
}

extension RangeReplaceableCollection where Element: Trashable {
    /// Removes for good what has been in the trash for longer than it is kept.
    package mutating func purge(
        on today: CivilDate, retentionInDays days: Int = trashRetentionInDays
    ) {
        removeAll { $0.isPurgeable(on: today, retentionInDays: days) }
    }
}
