import ArgumentParser
import Presentation
import RPC

struct TraceCommand: BusCommand {
    static let configuration = CommandConfiguration(
        name: "trace", abstract: "Show the calls between processes that one call caused.",
        discussion: .examples(
            after: """
                Each process has its newest 4,096 calls in memory. A trace has all calls of one command \
                or one request to the web app. Logs at the level debug have the fields trace and call.
                """, "trace", "trace 4bf92f3577b34da6", "trace --count 50"))

    @Argument(
        help: "First digits of a trace or a call, as in logs (default: list the newest traces).")
    var call: String?

    @Option(help: "List COUNT traces, 1 to 1,000.")
    var count: Int = 20

    @OptionGroup var globals: GlobalOptions

    private static let timeout = Duration.seconds(2)

    func run(_ context: CommandContext) async throws -> ExitStatus {
        guard (1...BusTraces.limit).contains(count) else {
            throw UsageError(
                "\(count) traces cannot be listed: the limit is 1 to \(BusTraces.limit).",
                hint: "Use: dayline trace --count 50")
        }
        guard let call else {
            let traces = try await traces(BusTraces.SpansRequest(), context)
            let newest = Array(traces.sorted { $0.start > $1.start }.prefix(count))
            try context.output.result(TraceListing(traces: newest)) {
                TraceTree.table(newest).text(
                    context.output, orIfEmpty: "No process has answered a call.")
            }
            return .done
        }
        let id = call.lowercased()
        let matches = try await traces(BusTraces.SpansRequest(id: id), context)
        guard let match = matches.first, matches.count == 1 else {
            throw matches.isEmpty
                ? Status(
                    .notFound, "No process has a call \"\(call)\" in memory.",
                    hint: "List the newest calls with: dayline trace")
                : Status(
                    .failedPrecondition,
                    "\"\(call)\" is the beginning of \(matches.count) traces or calls.",
                    hint: "Use more digits: dayline trace \(matches[0].trace)")
        }
        // The identifier of a call finds one span; the identifier of its trace finds all.
        let full = try await traces(BusTraces.SpansRequest(id: match.trace), context)
        guard let trace = full.first else { return .done }
        try context.output.result(trace) { TraceTree(trace).text(context.output) }
        return .done
    }

    /// The traces of the spans that the processes answer.
    private func traces(
        _ request: BusTraces.SpansRequest, _ context: CommandContext
    ) async throws -> [TraceTree.Trace] {
        let bus = try context.bus()
        let processes = try await ProcessDirectory(context).all.filter { $0.target != nil }
        var options = context.options(timeout: Self.timeout)
        var spans: [TraceTree.Item] = []
        for process in processes {
            options.target = process.target
            do {
                spans += try await bus.call(BusTraces.spans, request, options).spans.map {
                    TraceTree.Item(process: process.name, span: $0)
                }
            } catch {
                guard error.code == .unavailable || error.code == .deadlineExceeded else {
                    throw error
                }
                context.output.printNotice("\(process.name) does not answer.")
            }
        }
        return Dictionary(grouping: spans, by: \.span.trace).values.map { TraceTree.Trace($0) }
    }
}

private struct TraceListing: Encodable {
    var traces: [TraceTree.Trace]
}
