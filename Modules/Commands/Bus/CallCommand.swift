import ArgumentParser
import Contracts
import RPC

struct CallCommand: BusCommand {
    static let configuration = CommandConfiguration(
        commandName: "call", abstract: "Call any method on the bus; streams print a line an item.",
        discussion: """
            See what there is with: dayline services. A method that takes a stream reads its items \
            from standard input, one JSON a line. Columns are {"body": …, "columns": {NAME: […]}}.
            """)

    @Argument(
        help: "SERVICE/METHOD, such as dayline.aggregation.Insights/Trends; @INSTANCE may follow.",
        completion: .custom(NameCompletion.methods))
    var method: String

    @Argument(help: "The request as JSON; - reads it from standard input.")
    var request: String?

    @Option(help: ArgumentHelp("Milliseconds to wait.", valueName: "milliseconds"))
    var deadline: UInt32 = 30_000

    @Option(help: "An idempotency key: a change that is asked for twice is made once.")
    var key: String?

    @Option(
        help: ArgumentHelp(
            "Send a W3C trace context, which the services pass on.", valueName: "traceparent"))
    var traceparent: TraceParent?

    @OptionGroup var globals: GlobalOptions

    func run(_ session: CommandContext) async throws -> ExitStatus {
        guard let route = Route(method) else {
            throw UsageError(
                "\"\(method)\" is no method: it takes a service, a slash and a method.",
                hint: "See what there is with: dayline services")
        }
        let directory = try ServiceDirectory(session, route)
        let deadline = Deadline.afterMilliseconds(deadline)
        let found = try await directory.method(by: deadline)
        let name = MethodName(service: route.service, method: route.method)
        let call = OutgoingCall(
            name: name,
            // Room for items does no harm to a method that sends none.
            kind: found?.kind == .clientStream ? .clientStream : .serverStream,
            content: try content(of: name, found),
            options: CallOptions(
                deadline: deadline, profile: session.profileName, idempotencyKey: key,
                traceparent: traceparent?.text, window: 8, target: route.target),
            isRepeatable: found?.isRepeatable ?? false || key != nil)
        let output = session.output
        let item = found?.item.map { MessageValidator(of: name, $0) }
        do {
            let reply = try await directory.client.transport.perform(call) { writer in
                try await StandardInput.lines { line in
                    try await writer.send(CallText.content(line, as: item))
                }
            } receive: {
                try output.line(json: CallText.json($0))
            }
            try output.line(json: CallText.json(reply))
        } catch let usage as UsageError {
            throw usage
        } catch {
            throw await directory.explained(Status(describing: error))
        }
        return .done
    }

    private func content(
        of name: MethodName, _ found: BusReflection.MethodDescription?
    ) throws -> WireContent {
        let form = found.map { MessageValidator(of: name, $0.request) }
        guard request == "-" else { return try CallText.content(request ?? "{}", as: form) }
        guard found?.kind != .clientStream else {
            throw UsageError(
                "\(method) reads its items from standard input, so its request cannot be there.",
                hint: "Give the request as an argument: dayline call \(method) '{}' < items")
        }
        return try CallText.content(
            String(decoding: StandardInput.all(), as: UTF8.self), as: form)
    }
}
