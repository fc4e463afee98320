import Foundation
import NIOCore
import NIOPosix
import Testing

@testable import Gateway

extension WebServer {
    /// Serves on a free port of loopback while an operation runs.
    func whileServing<Value>(_ operation: (_ port: Int) async throws -> Value) async throws -> Value
    {
        let (ports, bound) = AsyncStream<Int>.makeStream()
        let threads = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let running = Task {
            try await run(
                on: ListenAddress(address: .loopback, port: 0), group: threads, encryption: nil
            ) { bound.yield($0) }
        }
        let port = try #require(await ports.first { _ in true })
        let result: Result<Value, any Error>
        do {
            result = .success(try await operation(port))
        } catch {
            result = .failure(error)
        }
        running.cancel()
        _ = await running.result
        try await threads.shutdownGracefully()
        return try result.get()
    }
}

/// A connection to a port of this machine, as a descriptor.
enum LoopbackConnection {
    /// Opens a connection and sends a text.
    static func open(to port: Int, sending text: String) throws -> Int32 {
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

    /// The bytes of the next read; empty if the other end has closed the connection, nil after ten seconds.
    /// Blocks its thread.
    static func next(_ descriptor: Int32) -> [UInt8]? {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&entry, 1, 10_000) == 1 else { return nil }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = read(descriptor, &bytes, bytes.count)
        return Array(bytes.prefix(max(count, 0)))
    }
}
