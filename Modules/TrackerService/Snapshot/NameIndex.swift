import Tracker

/// The activities that are not in the trash, by folded name: looking through all of them was most
/// of what planning a `log` took.
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

    /// The one activity of a name; nil when none has it, or several do.
    func uniqueActivity(named name: String) -> Activity.ID? {
        guard let named = ids[NameMatch.normalized(name)], named.count == 1 else { return nil }
        return named[0]
    }
}
