import Foundation
import NIOCore
import NIOPosix
import RPC
import Synchronization
import Testing

@testable import Gateway

@Suite struct IdleConnectionTests {
    private let folder = NSTemporaryDirectory() + "dl-idle-\(UUID().uuidString)"

    /// A connection to a port of this machine that has sent a text.
    private static func connection(to port: Int, sending text: String) throws -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        try #require(result == 0)
        try #require(write(descriptor, text, text.utf8.count) == text.utf8.count)
        return descriptor
    }

    /// True if the other end closes the connection within ten seconds.
    private static func isClosed(_ descriptor: Int32) -> Bool {
        var bytes = [UInt8](repeating: 0, count: 4096)
        while true {
            var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&entry, 1, 10_000) == 1 else { return false }
            guard read(descriptor, &bytes, bytes.count) > 0 else { return true }
        }
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
        let (ports, bound) = AsyncStream<Int>.makeStream()
        let threads = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let running = Task {
            try await server.run(
                on: ListenAddress(address: .loopback, port: 0), group: threads, encryption: nil
            ) { bound.yield($0) }
        }
        let port = try #require(await ports.first { _ in true })

        let descriptor = try Self.connection(
            to: port, sending: request.replacing("HOST", with: "127.0.0.1:\(port)"))
        let isClosed = await Task.detached { Self.isClosed(descriptor) }.value
        close(descriptor)
        running.cancel()
        _ = await running.result
        try await threads.shutdownGracefully()

        #expect(isClosed)
    }
}
