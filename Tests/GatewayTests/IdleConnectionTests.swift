import Foundation
import RPC
import Testing

@testable import Gateway

@Suite struct IdleConnectionTests {
    private let folder = NSTemporaryDirectory() + "dl-idle-\(UUID().uuidString)"

    /// True if the other end closes the connection within ten seconds after its last byte.
    private static func isClosed(_ descriptor: Int32) -> Bool {
        while let bytes = LoopbackConnection.next(descriptor) {
            if bytes.isEmpty { return true }
        }
        return false
    }

    @Test(arguments: [
        "", "GET / HTTP/1.1\r\nHost: 127",
        "POST /login HTTP/1.1\r\nHost: HOST\r\nContent-Length: 100\r\n\r\nprofile=",
    ])
    func `a connection whose request makes no progress is closed`(request: String) async throws {
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let server = try WebServer(
            in: folder, bus: Client(inProcess: Router([])), now: 1, idleLimit: .milliseconds(200))

        let isClosed = try await server.whileServing { port in
            let descriptor = try LoopbackConnection.open(
                to: port, sending: request.replacing("HOST", with: "127.0.0.1:\(port)"))
            defer { close(descriptor) }
            return await Task.detached { Self.isClosed(descriptor) }.value
        }

        #expect(isClosed)
    }
}
