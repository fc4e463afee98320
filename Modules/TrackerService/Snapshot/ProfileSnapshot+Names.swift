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
        try Status.checkUnique(typed, among: candidates.map { ($0.id, $0.name) }) { matches in
            let last = matches[matches.count - 1]
            return "Rename one with: dayline activity edit \(quoted(last.id.rawValue)) "
                + "--name \(quoted("\(last.name) \(matches.count)"))"
        }
        // As in "log Run yesterday".
        let isDay = (try? DayExpression(typed)) != nil
        return try Self.candidate(
            named: typed, in: candidates, \.name, kind: "activity",
            hint: isDay
                ? "Write a day as: --on \(quoted(typed))"
                : "Create it with: dayline activity add \(quoted(typed))")
    }

    /// The names that more than one activity has after `activities` were added to those of the snapshot.
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
        try Self.candidate(
            named: typed, in: listedCategories, \.name, kind: "category",
            hint: "Create it with: dayline category add \(quoted(typed))")
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

    /// The candidate with a name or a unique prefix of a name. `kind` is the kind of candidate in messages,
    /// such as `goal`; `hint` is the hint if no name is similar.
    ///
    /// - Throws: NOT_FOUND with the closest name, or INVALID_ARGUMENT if several names match.
    static func candidate<Candidate>(
        named typed: String, in candidates: [Candidate], _ name: (Candidate) -> String,
        kind: String, hint: String
    ) throws(Status) -> Candidate {
        switch NameMatch(typed, among: candidates.map(name)) {
        case .found(let index):
            return candidates[index]
        case .ambiguous(let several):
            throw Status(
                .invalidArgument, "\"\(typed)\" may be any of \(several.joined(separator: ", ")).",
                hint: "Write more of the name.")
        case .unknown(let closest):
            throw Status(
                .notFound, "There is no \(kind) called \"\(typed)\".",
                hint: closest.map { "Did you mean \"\($0)\"?" } ?? hint)
        }
    }
}
