import Contracts
import NaturalInput
import RPC
import Tracker

extension ProfileSnapshot {
    /// Activities that are not in the trash, in list order.
    var activities: [Activity] {
        catalog.activities.values.filter { $0.deleted == nil }.sorted(by: Activity.listOrder)
    }

    /// The activity with an identifier, name or unique prefix of a name.
    /// - Throws: NOT_FOUND with the closest name, or INVALID_ARGUMENT if several names match.
    func activity(_ typed: String) throws -> Activity {
        if let activity = catalog.activities[Activity.ID(typed)], activity.deleted == nil {
            return activity
        }
        if let id = names.uniqueActivity(named: typed), let activity = catalog.activities[id] {
            return activity
        }
        let candidates = activities
        let several = Status(severalCalled: typed, among: candidates.map { ($0.id, $0.name) }) {
            let last = $0[$0.count - 1]
            return "Rename one with: dayline activity edit \(quoted(last.id.rawValue)) "
                + "--name \(quoted("\(last.name) \($0.count)"))"
        }
        if let several { throw several }
        return try candidates[
            Self.index(
                of: typed, among: candidates.map(\.name), thing: "activity",
                hint: "Create it with: dayline activity add \(quoted(typed))")]
    }

    /// The names that several of the snapshot's activities and `activities` share.
    static func repeatedNames(of activities: [Activity], in snapshot: ProfileSnapshot?)
        -> RecordNames
    {
        let known = Set(activities.map(\.id))
        let others = (snapshot?.activities ?? []).filter { !known.contains($0.id) }
        let listed = others + activities.filter { $0.deleted == nil }
        var seen: Set<String> = []
        var repeated = RecordNames()
        for activity in listed where !seen.insert(NameMatch.normalized(activity.name)).inserted {
            repeated.add("\"\(activity.name)\"")
        }
        return repeated
    }

    func category(_ typed: String) throws -> Category {
        let candidates = listedCategories
        return try candidates[
            Self.index(
                of: typed, among: candidates.map(\.name), thing: "category",
                hint: "Create it with: dayline category add \(quoted(typed))")]
    }

    /// Categories that are not in the trash, in list order.
    var listedCategories: [Category] {
        categories.values.filter { $0.deleted == nil }
            .sorted { ($0.position, $0.name, $0.id) < ($1.position, $1.name, $1.id) }
    }

    func name(of activity: Activity.ID?) -> String? {
        activity.flatMap { catalog.activities[$0] }.map(\.name)
    }

    /// The name of a category that is not in the trash.
    func name(of category: Category.ID?) -> String? {
        category.flatMap { categories[$0] }.flatMap { $0.deleted == nil ? $0.name : nil }
    }

    static func index(
        of typed: String, among names: [String], thing: String, hint: String
    ) throws(Status) -> Int {
        switch NameMatch(typed, among: names) {
        case .found(let index):
            return index
        case .ambiguous(let several):
            throw Status(
                .invalidArgument, "\"\(typed)\" may be any of \(several.joined(separator: ", ")).",
                hint: "Write more of the name.")
        case .unknown(let closest):
            throw Status(
                .notFound, "There is no \(thing) called \"\(typed)\".",
                hint: closest.map { "Did you mean \"\($0)\"?" } ?? hint)
        }
    }
}
