import Memberwise

/// Documentation of a method that its types do not contain: a summary, and the columns of its messages.
package struct MethodNote: Sendable {
    /// One sentence.
    package var summary: String
    package var request: [ColumnNote]
    /// Columns of items, in either direction.
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

/// A column of a message.
@Described
package struct ColumnNote: Codable, Hashable, Sendable {
    package var name: String
    package var type: Column.ElementType
    /// Meaning and unit of the elements.
    package var description: String

    package init(_ name: String, _ type: Column.ElementType, _ description: String) {
        self.name = name
        self.type = type
        self.description = description
    }
}

extension MethodNote {
    /// Methods of every server, and those of the broker.
    static let busMethods: [MethodName: MethodNote] = [
        BusHealth.check.name: "Reports whether the instance is ready or draining.",
        BusReflection.describe.name: "Describes the services of the instance.",
        BusStatistics.get.name: "Returns the number of calls of the instance and their latency.",
        BusTraces.spans.name: "Returns the newest calls that the process has answered.",
        BusLogging.level.name: "Returns and changes the lowest level of written log records.",
        BusBroker.list.name:
            "Lists the workers with their load, and the services with their queues.",
        BusBroker.instanceEnded.name: "Reports that a process has ended.",
        BusBroker.expect.name: "Names the services that the supervisor intends to run.",
        BusEvents.subscribe.name: "Streams the events of some topics until the call ends.",
        BusEvents.publish.name: "Publishes an event to the subscribers of its topic.",
    ]
}
