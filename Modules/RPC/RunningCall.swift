import Synchronization

/// A call whose handler is running.
final class RunningCall: Sendable {
    private struct State {
        var task: Task<Void, Never>?
        var reason: (any Error)?
    }

    let route: String
    /// Nil for methods that report on the server itself.
    let span: OpenSpan?
    private let method: MethodName
    /// True if the method reports on the server itself; such calls are accepted under full load.
    let isDiagnostic: Bool
    let deadline: Deadline
    let started: MonotonicInstant
    /// Nil unless the method sends items.
    let gate: CreditGate?
    /// Nil unless the method receives items.
    let receiveQueue: ReceiveQueue?
    /// Number of items sent. The lock is held while one is sent, so that items leave in order.
    let numbering = Mutex<UInt32>(0)
    private let state = Mutex(State())

    init(
        _ request: Envelope, _ registration: Router.Registration, _ span: OpenSpan?,
        countsBytes: Bool
    ) {
        route = request.route
        method = registration.name
        self.span = span
        isDiagnostic = registration.isDiagnostic
        started = .now
        deadline = .afterMilliseconds(request.preamble.timeToLive, from: started)
        let items = CreditWindow.items(
            registration.kind == .clientStream ? registration.window : request.preamble.number)
        let window = countsBytes ? items.inKibibytes ?? items : items
        gate = registration.kind == .serverStream ? CreditGate(window: window) : nil
        receiveQueue = registration.kind == .clientStream ? ReceiveQueue(window: window) : nil
    }

    var isStopped: Bool { state.withLock { $0.reason != nil } }

    func attach(_ task: Task<Void, Never>) {
        let isStopped = state.withLock { state in
            state.task = task
            return state.reason != nil
        }
        if isStopped { task.cancel() }
    }

    /// Cancels the handler. If it then fails, the first reason is the status of the call.
    func stop(_ reason: any Error) {
        let task = state.withLock { state in
            if state.reason == nil { state.reason = reason }
            return state.task
        }
        gate?.close(reason)
        receiveQueue?.finish(.failure(reason))
        task?.cancel()
    }

    func recordSpan(_ status: UInt16) {
        guard let span else { return }
        let code = Status.Code(rawValue: status) ?? .unknown
        SpanLog.process.record(span.ended(method, code, after: started.duration(to: .now)))
    }

    func finalEnvelope(_ outcome: Result<WireContent, any Error>, id: CallID, items: UInt32)
        -> Envelope
    {
        do {
            let content = try outcome.get()
            return try Envelope(Preamble(.final, number: items), call: id, content: content)
        } catch {
            let reason = state.withLock { $0.reason }
            let status = Status(describing: reason ?? error)
            return Envelope(final: status, call: id, items: items)
        }
    }
}
