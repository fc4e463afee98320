import ArgumentParser
import Contracts
import RPC

struct EventsCommand: BusCommand {
    static let configuration = CommandConfiguration(
        commandName: "events", abstract: "What happens, as it happens; until interrupted.",
        discussion: """
            Changes of the profile come from a log, by number: with --since those after one, and none \
            is missed while this runs. All other events are told to whoever listens at the time: \
            import.progress, fold.progress, worker.ready, worker.gone, worker.state.
            """)

    @Argument(help: "Topics, such as change, change.setting, import or worker; all by default.")
    var topics: [String] = []

    @Option(help: "First the changes after this number; 0 for all there are.")
    var since: Int64?

    @Flag(help: "Go on with what happens then, as without --since.")
    var follow = false

    @OptionGroup var globals: GlobalOptions

    func run(_ session: CommandContext) async throws -> ExitStatus {
        let output = session.output
        let trail = EventSubscription(
            try session.bus(), topics: topics, profile: session.profileName, after: since)
        if since != nil, !follow {
            try await trail.replay { try Self.write($0.event(includingValues: true), output) }
            return .done
        }
        try await trail.follow { news in
            switch news {
            case .change(let change): try Self.write(change.event(includingValues: true), output)
            case .event(let event): try Self.write(event, output)
            case .interrupted: output.printNotice("The bus is away; waiting until it is back.")
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
