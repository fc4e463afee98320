import RPC
import Synchronization
import ZeroMQ
import ZeroMQTransport

/// The connections of a command. Each is created at its first use, as is the loop that most commands do not
/// need.
final class CommandConnections: Sendable {
    private struct State {
        var loop: Loop?
        var bus: (any Transport)?

        mutating func startedLoop() throws(ZeroMQError) -> Loop {
            if let loop { return loop }
            let started = try Loop()
            loop = started
            return started
        }
    }

    let isSequential: Bool
    private let state = Mutex(State())

    /// `isSequential` is true if the command makes no call while another is open.
    init(isSequential: Bool) {
        self.isSequential = isSequential
    }

    /// The connection to the bus at `endpoint`, which all calls of the command share.
    func bus(_ endpoint: Endpoint) throws -> any Transport {
        try state.withLock { state in
            if let bus = state.bus { return bus }
            let bus: any Transport =
                if isSequential {
                    SequentialConnection(endpoint: endpoint) { [self] in try startedLoop() }
                } else if endpoint.isRemote {
                    RemoteConnection(endpoint: endpoint, loop: try state.startedLoop())
                } else {
                    BusConnection(endpoint: endpoint, loop: try state.startedLoop())
                }
            state.bus = bus
            return bus
        }
    }

    /// Ends the use of the connection to the bus, after its broker was started again: the connection counts as
    /// lost until its next attempt. The next call creates another one.
    func forgetBus() {
        state.withLock { $0.bus = nil }
    }

    /// A new connection to the supervisor. A call waits up to `timeout` for a supervisor that is starting.
    func supervisor(_ endpoint: Endpoint, timeout: Duration) throws -> any Transport {
        BusConnection(endpoint: endpoint, loop: try startedLoop(), connectTimeout: timeout)
    }

    private func startedLoop() throws(ZeroMQError) -> Loop {
        try state.withLock { (state) throws(ZeroMQError) in try state.startedLoop() }
    }
}
