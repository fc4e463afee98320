import RPC
import Testing
import ZeroMQ
import ZeroMQTransport

@testable import WorkerKit

struct WorkerBusTests {
    @Test
    func `a worker has a connection for bulk to a broker on another machine only`() throws {
        let loop = try Loop()
        defer { loop.stop() }
        let key = BusKey(
            name: "desktop", profile: nil, publicKey: "", secretKey: "", serverKey: "")

        for (endpoint, isRemote) in [
            (try Endpoint.ipc("/run/user/1/d/bus.sock"), false),
            (try Endpoint.tcp("tcp://127.0.0.1:9", key: key), true),
        ] {
            let bus = WorkerBus(endpoint: endpoint, loop: loop)
            #expect((bus.transport is RemoteConnection) == isRemote)
            #expect((bus.transport is BusConnection) != isRemote)
            bus.close()
        }
    }
}
