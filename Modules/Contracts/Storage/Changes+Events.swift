package import RPC

extension Changes {
    /// The topic of changes; the kind of a change follows, as in `change.import`.
    package static let topic = "change"
}

extension Changes.Change {
    package var topic: String { "\(Changes.topic).\(kind)" }

    /// The change as an event. Only callers that read the change log receive the old and the new
    /// value; an event on the bus only signals that the log has more changes.
    package func event(includingValues: Bool) -> BusEvents.Event {
        var fields = ["profile": profile, "who": who, "key": key, "at": at]
        if includingValues {
            fields["before"] = before
            fields["after"] = after
        }
        return BusEvents.Event(
            topic: topic, publisher: "storage", number: number, fields: fields)
    }
}

extension EventPublisher {
    /// Publishes changes of the change log and, if profiles have changed, an event for callers of all
    /// profiles: a removed or renamed profile has no subscribers under its new state.
    package func publish(_ changes: [Changes.Change]) {
        publish(changes.map { $0.event(includingValues: false) })
        if changes.contains(where: { Changes.profileKinds.contains($0.kind) }) {
            publish(Profiles.changedTopic, [:])
        }
    }
}
