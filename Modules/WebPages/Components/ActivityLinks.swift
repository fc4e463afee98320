import Contracts
import Tracker

/// Links to activities by name, for responses that name activities without identifiers.
struct ActivityLinks {
    private let ids: [String: Activity.ID]

    init(_ activities: [Activities.Item]) {
        ids = Dictionary(activities.map { ($0.name, $0.id) }) { first, _ in first }
    }

    /// The path of the page of an activity; nil for an unknown name.
    func path(_ name: String) -> String? { ids[name].map { "/activities/\($0.rawValue)" } }

    /// The identifier of an activity; the name if it is unknown.
    func reference(_ name: String) -> String { ids[name]?.rawValue ?? name }

    /// The name as a link; plain text for an unknown name.
    func html(_ name: String) -> HTML {
        guard let path = path(name) else { return .text(name) }
        return anchor(name, to: path)
    }
}

/// The name of an activity as a link to its page.
func activityLink(_ id: Activity.ID, _ name: String) -> HTML {
    anchor(name, to: "/activities/\(id.rawValue)")
}
