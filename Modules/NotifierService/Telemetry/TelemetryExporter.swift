import CivilTime
import Contracts
import HostFiles
import Logging
import RPC
import Synchronization

/// Collects the spans and the load of all processes, and sends them to an OTLP receiver.
///
/// The spans of a process are read from its memory every few seconds. After a failure the same spans are
/// sent again, as long as their process has them.
final class TelemetryExporter: Service {
    private struct State {
        var address: String?
        /// The number of the last exported span, by instance.
        var positions: [String: Int64] = [:]
        var spans: Int64 = 0
        var lost: Int64 = 0
        /// Milliseconds since 1970.
        var exportedAt: Int64?
        var problem: String?
        var task: Task<Void, Never>?
    }

    private static let interval = Duration.seconds(5)
    private static let answerTimeout = Duration.seconds(2)
    private static let addressLimit = 2048
    /// Statuses after which a receiver wants the same data again.
    private static let repeatedStatuses = [429, 502, 503, 504]

    private let path: String
    private let bus: Client
    private let http: HTTPSender
    private let logger: Logger
    private let state = Mutex(State())

    /// `path` is the file with the address.
    init(path: String, bus: Client, http: HTTPSender, logger: Logger) {
        self.path = path
        self.bus = bus
        self.http = http
        self.logger = logger
    }

    func register(on router: inout Router) {
        router.handle(Telemetry.state) { [self] _, _ in response }
        router.handle(Telemetry.configure) { [self] request, _ in
            let address = try request.address.map { text throws(Status) in
                try Self.checked(text)
            }
            try Files.writeAtomically(Array((address.map { "\($0)\n" } ?? "").utf8), to: path)
            restart(address)
            return response
        }
    }

    /// Starts the export if there is an address.
    func start() {
        do {
            let bytes = try Files.readIfPresent(path, limit: Self.addressLimit) ?? []
            let line = String(decoding: bytes, as: UTF8.self).split(separator: "\n").first
            restart(try line.map { text throws(Status) in try Self.checked(String(text)) })
        } catch {
            logger.error("\(path) has no address for telemetry: \(Status(describing: error))")
        }
    }

    func close() {
        state.withLock { $0.task?.cancel() }
    }

    private var response: Telemetry.StateResponse {
        state.withLock { state in
            Telemetry.StateResponse(
                address: state.address, spans: state.spans, lost: state.lost,
                exportedAt: state.exportedAt.map(instantText), problem: state.problem)
        }
    }

    private func restart(_ address: String?) {
        let task = address.map { address in
            Task { [weak self] in
                while !Task.isCancelled {
                    await self?.export(to: address)
                    try? await Task.sleep(for: Self.interval)
                }
            }
        }
        state.withLock { state in
            state.task?.cancel()
            state.task = task
            state.address = address
            state.problem = nil
        }
    }

    /// The address without a slash at its end.
    private static func checked(_ text: String) throws(Status) -> String {
        let address = text.hasSuffix("/") ? String(text.dropLast()) : text
        let host = ["http://", "https://"].first { address.hasPrefix($0) }.map {
            address.dropFirst($0.count).prefix { $0 != "/" }
        }
        guard let host, !host.isEmpty, !host.contains("@"), address.utf8.count <= addressLimit,
            address.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), !address.contains("?"),
            !address.contains("#")
        else {
            throw Status(
                .invalidArgument, "\"\(text)\" is not the address of an OTLP receiver.",
                hint: "For a receiver on this machine: "
                    + "dayline settings set telemetry http://127.0.0.1:4318")
        }
        return address
    }
}

extension TelemetryExporter {
    private func export(to address: String) async {
        do {
            let options = CallOptions(deadline: .after(Self.answerTimeout))
            let workers = try await bus.call(BusBroker.list, Empty(), options).workers
            var refusal: String?
            var isComplete = false
            while !isComplete, !Task.isCancelled {
                isComplete = try await exportSpans(of: workers, to: address, &refusal)
            }
            let now = SpanLog.nowMicros
            let problem = try await post(
                OTLP.Metrics(
                    resourceMetrics: workers.map {
                        OTLP.ResourceMetrics(
                            resource: OTLP.Resource($0),
                            scopeMetrics: [OTLP.ScopeMetrics($0, at: now)])
                    }), to: "\(address)/v1/metrics")
            record(refusal ?? problem)
        } catch {
            if !Task.isCancelled { record(Status(describing: error).message) }
        }
    }

    /// Sends a page of the spans of each worker. Sets `refusal` if the receiver wants none of them.
    /// - Returns: True if no worker has more.
    private func exportSpans(
        of workers: [BusBroker.Worker], to address: String, _ refusal: inout String?
    ) async throws -> Bool {
        var positions: [String: Int64] = [:]
        var resources: [OTLP.ResourceSpans] = []
        var (count, lost) = (0, Int64(0))
        var isComplete = true
        for worker in workers {
            let known = state.withLock { $0.positions[worker.instance] }
            let after = known ?? 0
            let options = CallOptions(
                deadline: .after(Self.answerTimeout), target: worker.instance)
            // A worker that ends has no answer, and its spans are lost with it.
            guard
                let page = try? await bus.call(
                    BusTraces.spans, BusTraces.SpansRequest(after: after), options)
            else {
                positions[worker.instance] = after
                continue
            }
            // Spans from before the export are not lost by it.
            lost += known == nil ? 0 : page.lost
            let last = page.spans.last?.number ?? page.latest
            positions[worker.instance] = last
            if last < page.latest { isComplete = false }
            guard !page.spans.isEmpty else { continue }
            count += page.spans.count
            resources.append(
                OTLP.ResourceSpans(
                    resource: OTLP.Resource(worker),
                    scopeSpans: [OTLP.ScopeSpans(spans: page.spans.map { OTLP.Span($0) })]))
        }
        if !resources.isEmpty {
            refusal = try await post(
                OTLP.Traces(resourceSpans: resources), to: "\(address)/v1/traces")
            if refusal != nil { (count, lost) = (0, lost + Int64(count)) }
        }
        state.withLock { [count, lost, positions] state in
            // Instances that have left are forgotten.
            state.positions = positions
            state.spans += Int64(count)
            state.lost += lost
        }
        return isComplete
    }

    /// - Returns: The refusal of the receiver; nil: the data is accepted.
    /// - Throws: UNAVAILABLE if the data has to be sent again.
    private func post(_ document: some Encodable, to url: String) async throws -> String? {
        let body = try JSONBody.encode(document).array(of: UInt8.self)
        let headers = ["Content-Type: application/json", "User-Agent: dayline"]
        switch await http.post(body, to: url, headers: headers) {
        case .status(200..<300): return nil
        case .status(let code) where Self.repeatedStatuses.contains(code):
            throw Status(.unavailable, "The receiver answered with \(code).")
        case .status(let code):
            return "The receiver refused the data with \(code)."
        case .failed(let reason):
            throw Status(.unavailable, "The receiver does not answer: \(reason).")
        }
    }

    /// Stores the result of an export, and logs a change.
    private func record(_ problem: String?) {
        let isNew = state.withLock { state in
            defer { state.problem = problem }
            if problem == nil { state.exportedAt = WallClock.milliseconds() }
            return state.problem != problem
        }
        guard isNew else { return }
        if let problem {
            logger.warning("Telemetry is not exported: \(problem)")
        } else {
            logger.notice("Telemetry is exported.")
        }
    }
}
