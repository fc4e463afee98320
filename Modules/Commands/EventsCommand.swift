import ArgumentParser
import RPC

struct EventsCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "events", abstract: "What happens, as it happens; until interrupted.")

    @Argument(help: "Topics, such as change; all by default.")
    var topics: [String] = []

    @OptionGroup var globals: GlobalOptions

    func run(_ session: Session) async throws -> ExitStatus {
        let output = session.output
        _ = try await session.bus().stream(
            BusEvents.subscribe, BusEvents.Subscription(topics: topics), session.patient()
        ) { event in
            if output.isJSON {
                output.line(try Output.json(event))
            } else {
                let fields = event.fields.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
                output.line("\(event.topic)  \(fields.joined(separator: " "))")
            }
        }
        return .done
    }
}
