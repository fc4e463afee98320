package import RPC

extension Changes {
    /// The topic that changes are told under; a change's kind comes below it, as in `change.import`.
    package static let topic = "change"
}

extension Changes.Change {
    package var topic: String { "\(Changes.topic).\(kind)" }

    /// The change as an event. What was and what became of it is told only to those who ask for the
    /// log; on the bus it is enough that there is something to ask for.
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
