/// What a method does, and the columns of its messages: what its types do not show.
package struct MethodNote: Sendable {
    /// A sentence.
    package var summary: String
    package var request: [ColumnNote]
    /// Of streams, either way.
    package var item: [ColumnNote]
    package var reply: [ColumnNote]

    package init(
        _ summary: String, request: [ColumnNote] = [], item: [ColumnNote] = [],
        reply: [ColumnNote] = []
    ) {
        self.summary = summary
        self.request = request
        self.item = item
        self.reply = reply
    }
}

extension MethodNote: ExpressibleByStringLiteral {
    package init(stringLiteral summary: String) {
        self.init(summary)
    }
}

/// A column that travels beside a message.
package struct ColumnNote: Codable, Hashable, Sendable {
    package var name: String
    package var type: Column.ElementType
    /// Its elements, with their unit.
    package var description: String

    package init(_ name: String, _ type: Column.ElementType, _ description: String) {
        self.name = name
        self.type = type
        self.description = description
    }
}

extension MethodNote {
    /// Methods that every server has, and those of the broker.
    static let busMethods: [MethodName: MethodNote] = [
        BusHealth.check.name: "Answers that the instance serves, or finishes what it has.",
        BusReflection.describe.name: "Describes the services of the instance.",
        BusStatistics.get.name: "Returns how many calls the instance has answered, and how fast.",
        BusBroker.list.name:
            "Lists the workers with their load, and the services with their queues.",
        BusBroker.instanceEnded.name: "Reports that a process has ended.",
        BusBroker.expect.name: "Names the services that the supervisor means to run.",
        BusEvents.subscribe.name: "Streams the events of some topics from now on.",
        BusEvents.publish.name: "Publishes an event to the subscribers of its topic.",
    ]
}
