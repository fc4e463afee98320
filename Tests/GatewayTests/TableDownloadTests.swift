import Foundation
import RPC
import Synchronization
import TestKit
import Testing

@testable import Gateway

/// Downloads of tables over connections to a server.
@Suite struct TableDownloadTests {
    private let folder = NSTemporaryDirectory() + "dl-download-\(UUID().uuidString)"

    /// The status line of the response to a request.
    private static func status(of request: String, from port: Int) async throws -> String {
        let descriptor = try LoopbackConnection.open(to: port, sending: request)
        defer { close(descriptor) }
        let bytes = await Task.detached { LoopbackConnection.next(descriptor) }.value
        return String(decoding: (bytes ?? []).prefix { $0 != UInt8(ascii: "\r") }, as: UTF8.self)
    }

    @Test(arguments: ["tables.db", "tables.zip"])
    func `tables are no longer written when the connection is closed`(name: String) async throws {
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let (started, continuation) = AsyncStream.makeStream(of: Void.self)
        let isFirst = Mutex(true)
        let profile = EmptyProfile {
            let waits = isFirst.withLock { isFirst in
                defer { isFirst = false }
                return isFirst
            }
            guard waits else { return }
            continuation.yield()
            try await Task.sleep(for: .seconds(3600))
        }
        let tokens = try APITokens(path: "\(folder)/tokens")
        let token = try tokens.create("reader", for: "kim", scopes: [.read], now: 1000).text
        let server = try WebServer(in: folder, bus: Client(inProcess: profile), tokens: tokens)

        let (whileWriting, pause) = try await server.whileServing { port in
            let request =
                "GET /export/\(name) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n"
                + "Authorization: Bearer \(token)\r\n\r\n"
            let left = try LoopbackConnection.open(to: port, sending: request)
            for await _ in started { break }
            let whileWriting = try await Self.status(of: request, from: port)
            close(left)
            let end = ContinuousClock.now
            try await eventually("the next download") {
                try await Self.status(of: request, from: port).hasSuffix(" 200 OK")
            }
            return (whileWriting, ContinuousClock.now - end)
        }

        #expect(whileWriting.hasPrefix("HTTP/1.1 429 "))
        #expect(pause < .seconds(5))
    }
}
