import ArgumentParser
import Contracts
import Presentation
import RPC

struct CallCommand: BusCommand {
    static let configuration = CommandConfiguration(
        name: "call",
        abstract: "Call a method on the bus; print a stream as one line per item.",
        discussion: .examples(
            after: """
                List the methods with: dayline services. A method with a client stream reads its items \
                from standard input, one JSON object a line. Columns are {"body": …, "columns": {NAME: […]}}.
                """, "call Journal/Today",
            "call Journal/Log '{\"activity\":\"Water\",\"value\":250}' --key today-1"))

    @Argument(
        help: "SERVICE/METHOD[@INSTANCE], such as dayline.aggregation.Insights/Trends.",
        completion: .custom(NameCompletion.methods))
    var method: String

    @Argument(help: "Request as JSON (default: {}); - reads standard input.")
    var request: String?

    @Option(
        help: ArgumentHelp("Fail after MILLISECONDS.", valueName: "milliseconds")
    )
    var deadline: UInt32 = 30_000

    @Option(help: "Send an idempotency key; calls with the same key make a change once.")
    var key: String?

    @Option(
        help: ArgumentHelp(
            "Send a W3C trace context, which the services propagate.", valueName: "traceparent"))
    var traceparent: TraceParent?

    @OptionGroup var globals: GlobalOptions

    func run(_ context: CommandContext) async throws -> ExitStatus {
        guard let route = Route(method) else {
            throw UsageError(
                "\"\(method)\" is not a method. The form is SERVICE/METHOD.",
                hint: "List the methods with: dayline services")
        }
        let directory = try ServiceDirectory(context, route)
        let deadline = Deadline.afterMilliseconds(deadline)
        let description = try await directory.method(by: deadline)
        let name = MethodName(service: route.service, method: route.method)
        let call = OutgoingCall(
            name: name,
            // A unary method ignores the credit of a server stream.
            kind: description?.kind == .clientStream ? .clientStream : .serverStream,
            content: try content(of: name, description),
            options: CallOptions(
                deadline: deadline, profile: context.profileName, idempotencyKey: key,
                traceparent: traceparent?.text, window: 8, target: route.target),
            isRepeatable: description?.isRepeatable ?? false || key != nil)
        let output = context.output
        let item = description?.item.map { MessageValidator(of: name, $0) }
        do {
            let reply = try await directory.client.transport.perform(call) { writer in
                try await StandardInput.lines { line in
                    try await writer.send(CallText.content(line, as: item))
                }
            } receive: {
                try output.line(json: $0.jsonText)
            }
            try output.line(json: reply.jsonText)
        } catch let usage as UsageError {
            throw usage
        } catch {
            throw await directory.explained(Status(describing: error))
        }
        return .done
    }

    private func content(
        of name: MethodName, _ description: BusReflection.MethodDescription?
    ) throws -> WireContent {
        let form = description.map { MessageValidator(of: name, $0.request) }
        guard request == "-" else { return try CallText.content(request ?? "{}", as: form) }
        guard description?.kind != .clientStream else {
            throw UsageError(
                "\(method) reads its items from standard input, so its request cannot come from there too.",
                hint: "Give the request as an argument: dayline call \(method) '{}' < items")
        }
        return try CallText.content(
            String(decoding: StandardInput.all(), as: UTF8.self), as: form)
    }
}
