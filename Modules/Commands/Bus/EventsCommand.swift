import ArgumentParser
import Contracts
import RPC

struct EventsCommand: BusCommand {
    static let configuration = CommandConfiguration(
        name: "events", abstract: "Print events as they happen, until interrupted.",
        discussion: .examples(
            after: """
                Changes of the profile come from the change log: --since prints all changes after a number. \
                Other events are not stored and reach only running listeners: \
                import.progress, fold.progress, worker.ready, worker.gone, worker.state.
                """, "events --follow", "events entries --since 120"))

    @Argument(help: "Topics, such as change, change.setting, import or worker (default: all).")
    var topics: [String] = []

    @Option(help: "Print the changes after this number first; 0 prints all.")
    var since: Int64?

    @Flag(help: "Continue with new events after --since.")
    var follow = false

    @OptionGroup var globals: GlobalOptions

    func run(_ context: CommandContext) async throws -> ExitStatus {
        let output = context.output
        let subscription = EventSubscription(
            try context.bus(), topics: topics, profile: context.profileName, after: since)
        if since != nil, !follow {
            try await subscription.replay {
                try Self.write($0.event(includingValues: true), output)
            }
            return .done
        }
        try await subscription.follow { update in
            switch update {
            case .change(let change): try Self.write(change.event(includingValues: true), output)
            case .event(let event): try Self.write(event, output)
            case .interrupted:
                output.printNotice("The connection to the bus is lost; waiting for it.")
            }
        }
        return .done
    }

    private static func write(_ event: BusEvents.Event, _ output: Output) throws {
        if output.isJSON {
            try output.line(json: Output.json(event))
        } else {
            let fields = event.fields.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
            try output.line("\(event.number)  \(event.topic)  \(fields.joined(separator: " "))")
        }
    }
}
