import Foundation
import HTTPTypes
import HostFiles
import Logging
import RPC
import Synchronization
import TestKit
import Testing

@testable import Gateway

/// Imports of pushed files, and what follows from their failures.
@Suite struct PushImportTests {
    private let system: PushSystem

    init() throws { system = try PushSystem() }

    @Test func `pushes are imported in their order, and the files are removed`() async throws {
        let server = try system.server()
        for (profile, body) in [("kim", "{1}"), ("Zoë ✓", "{2}")] {
            let text = try system.token(.push, for: profile)
            _ = try await server.receivePush(
                system.request(body, [.authorization: "Bearer \(text)"]))
        }
        let order = server.pushes.folder.waiting.map(\.profile)

        let running = Task { await server.pushes.run() }
        while !server.pushes.folder.waiting.isEmpty { await Task.yield() }
        running.cancel()

        #expect(system.imports.done.withLock { $0.map { $0[0] } } == order)
        #expect(Set(system.imports.done.withLock { $0.map { $0[1] } }) == ["{1}", "{2}"])
        #expect(system.imports.done.withLock { $0.allSatisfy { $0[2] == "health-auto-export" } })
    }

    @Test func `the log has the code of a failure, and not its reason`() async throws {
        let log = RecordedLog()
        let server = try system.server(log.logger)
        let reason = "No number: '78.31415926x'."
        system.imports.failure.withLock { $0 = Status(.invalidArgument, reason) }
        let text = try system.token(.push)
        _ = try await server.receivePush(system.request("{}", [.authorization: "Bearer \(text)"]))
        let id = try #require(server.pushes.folder.waiting.first).id

        await system.importAll(server)

        #expect(server.pushes.folder.failed(of: "kim").map(\.reason) == [reason])
        // The failure is logged after it is stored.
        try await eventually("the failure is logged") { log.lines.contains { $0.contains(id) } }
        let line = try #require(log.lines.first { $0.contains(id) })
        #expect(line.hasPrefix("error: ") && line.contains("INVALID_ARGUMENT"))
        #expect(!log.lines.contains { $0.contains("78.31415926") })
    }

    @Test(arguments: [Status.Code.internal, .dataLoss, .unavailable])
    func `a push waits after a failure of the system`(code: Status.Code) async throws {
        let log = RecordedLog()
        let server = try system.server(log.logger)
        system.imports.failure.withLock { $0 = Status(code, "The disk failed.") }
        let text = try system.token(.push)
        _ = try await server.receivePush(system.request("{}", [.authorization: "Bearer \(text)"]))
        let running = Task { await server.pushes.run() }
        defer { running.cancel() }

        try await eventually("the push waits") {
            log.lines.contains { $0.contains("waits") && $0.contains(code.name) }
        }

        #expect(server.pushes.folder.waiting.count == 1)
        #expect(server.pushes.folder.failed(of: "kim").isEmpty)
    }

    @Test func `a push with a transient failure does not delay the next one`() async throws {
        let server = try system.server()
        system.imports.failure.withLock { $0 = Status(.resourceExhausted, "Later.") }
        let text = try system.token(.push)
        for body in ["{1}", "{2}"] {
            _ = try await server.receivePush(
                system.request(body, [.authorization: "Bearer \(text)"]))
        }
        let first = try #require(server.pushes.folder.waiting.first)
        let delayed = try String(
            contentsOfFile: server.pushes.folder.file(of: first), encoding: .utf8)

        let running = Task { await server.pushes.run() }
        while server.pushes.folder.waiting.count > 1 { await Task.yield() }
        running.cancel()
        await running.value

        #expect(server.pushes.folder.waiting == [first])
        #expect(
            system.imports.done.withLock { $0.map { $0[1] } }
                == ["{1}", "{2}"].filter { $0 != delayed })
    }

    @Test func `a push whose import was cancelled by a person is not imported again`() async throws
    {
        let server = try system.server()
        system.imports.failure.withLock { $0 = Status(.aborted, "The import was cancelled.") }
        let text = try system.token(.push)
        _ = try await server.receivePush(system.request("{}", [.authorization: "Bearer \(text)"]))

        await system.importAll(server)

        #expect(
            server.pushes.folder.failed(of: "kim").map(\.reason) == ["The import was cancelled."])
        #expect(system.imports.done.withLock { $0.isEmpty })
    }

    @Test func `profiles are listed for pushes of other profiles than the default one`()
        async throws
    {
        let server = try system.server()
        let files = server.pushes.folder
        try FileManager.default.createDirectory(
            atPath: files.path, withIntermediateDirectories: true)
        let running = Task { await server.pushes.run() }
        defer { running.cancel() }
        var counts: [Int] = []
        for (number, profile) in ["default", "kim"].enumerated() {
            let push = PushFolder.Push(id: "\(number + 1)-1", profile: profile)
            try Data("{}".utf8).write(to: URL(fileURLWithPath: files.file(of: push)))
            server.pushes.announce()
            try await eventually("the push is imported") { files.state(of: push) == .imported(1) }
            counts.append(system.imports.listings.withLock { $0 })
        }

        #expect(counts == [0, 1])
    }
}
