import CivilTime
import Contracts
import Milestones
import RPC
import Texts
import Tracker
import TrackerRules

extension TrackerService {
    func registerSearch(on router: inout Router) {
        router.handle(Journal.search) { [self] request, context in
            let limit = request.limit ?? 100
            guard (1...1000).contains(limit) else {
                throw Status(
                    .invalidArgument, "The limit of a search is 1 to 1000, not \(limit).",
                    hint: "Leave it out for 100 results.")
            }
            let words = request.text.lowercased().split(whereSeparator: \.isWhitespace)
            guard !words.isEmpty, request.text.count <= 200 else {
                throw Status(
                    .invalidArgument, "The text of a search has 1 to 200 characters.",
                    hint: "For example: dayline search vitamin")
            }
            let found = try await snapshot(context).records { text in
                let text = text.lowercased()
                return words.allSatisfy { text.contains($0) }
            }
            return Journal.SearchResponse(
                results: Array(
                    found.sorted(by: newestFirst)
                        .prefix(limit)))
        }
    }
}

private func newestFirst(_ a: Journal.SearchResult, _ b: Journal.SearchResult) -> Bool {
    let (first, second) = (a.date ?? .distantPast, b.date ?? .distantPast)
    guard first == second else { return first > second }
    return (a.kind.rawValue, a.text, a.id) < (b.kind.rawValue, b.text, b.id)
}

extension ProfileSnapshot {
    /// The records outside the trash whose texts match.
    fileprivate func records(where matches: (String) -> Bool) -> [Journal.SearchResult] {
        var found: [Journal.SearchResult] = []
        func add(_ kind: Journal.SearchKind, _ id: String, _ date: CivilDate?, _ text: String) {
            found.append(Journal.SearchResult(kind: kind, id: id, date: date, text: text))
        }
        for activity in activities {
            if matches(activity.name) {
                let day: CivilDate? =
                    if case .adhoc(let day) = activity.configuration.schedule { day } else { nil }
                add(.activity, activity.id.rawValue, day ?? activity.created, activity.name)
            }
            let all = history.entries(
                of: activity.id, from: .distantPast, through: .distantFuture)
            for entry in all {
                let texts = [entry.answer?.text, entry.note, entry.outcome.skipReason, entry.place]
                let own = texts.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: ", ")
                guard !own.isEmpty, matches(own) else { continue }
                add(.entry, entry.id.rawValue, entry.day, "\(activity.name): \(own)")
            }
        }
        for goal in catalog.goals.values where goal.deleted == nil && matches(goal.title) {
            add(.goal, goal.id.rawValue, goal.created, goal.title)
        }
        for category in listedCategories where matches(category.name) {
            add(.category, category.id.rawValue, nil, category.name)
        }
        for (id, annotation) in annotations where matches(annotation.text) {
            add(.annotation, id, annotation.day, annotation.text)
        }
        for (id, stored) in weightLog.weightEntries {
            guard let note = stored.entry.note, matches(note) else { continue }
            add(.weight, id, stored.entry.day, note)
        }
        return found
    }
}
