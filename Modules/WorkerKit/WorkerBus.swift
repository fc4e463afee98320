import RPC
import ZeroMQ
import ZeroMQTransport

/// A worker's connection to the broker for its own calls; two of them to a broker on another machine.
enum WorkerBus: Sendable {
    case local(BusConnection)
    case remote(RemoteConnection)

    /// Time that calls wait for a broker that is being restarted.
    private static let connectTimeout = Duration.seconds(2)

    /// Connects in the background.
    init(endpoint: Endpoint, loop: Loop) {
        self =
            endpoint.isRemote
            ? .remote(
                RemoteConnection(
                    endpoint: endpoint, loop: loop, connectTimeout: Self.connectTimeout))
            : .local(
                BusConnection(endpoint: endpoint, loop: loop, connectTimeout: Self.connectTimeout))
    }

    var transport: any Transport {
        switch self {
        case .local(let connection): connection
        case .remote(let connection): connection
        }
    }

    func close() {
        switch self {
        case .local(let connection): connection.close()
        case .remote(let connection): connection.close()
        }
    }
}
