import NaturalInput
import Tracker

/// The activities outside the trash by normalized name. Without the index, a linear search took
/// most of the time to plan a `log`.
struct NameIndex: Sendable {
    private var ids: [String: [Activity.ID]] = [:]

    mutating func replace(_ old: Activity?, with new: Activity?) {
        if let old, old.deleted == nil {
            ids[NameMatch.normalized(old.name)]?.removeAll { $0 == old.id }
        }
        if let new, new.deleted == nil {
            ids[NameMatch.normalized(new.name), default: []].append(new.id)
        }
    }

    /// The only activity with a name; nil if none or several have it.
    func uniqueActivity(named name: String) -> Activity.ID? {
        guard let named = ids[NameMatch.normalized(name)], named.count == 1 else { return nil }
        return named[0]
    }
}
