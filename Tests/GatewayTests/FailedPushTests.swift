import Contracts
import Foundation
import HTTPTypes
import HostFiles
import RPC
import Synchronization
import TestKit
import Testing

@testable import Gateway

/// Pushes that could not be imported, or wait for a profile: listed, imported again and removed.
@Suite struct FailedPushTests {
    private let system: PushSystem

    init() throws { system = try PushSystem() }

    @Test func `a file that cannot be imported has its reason and is imported again`() async throws
    {
        let server = try system.server()
        system.imports.failure.withLock {
            $0 = Status(.invalidArgument, "Not readable.", hint: "Look.")
        }
        let text = try system.token(.push)
        _ = try await server.receivePush(system.request("{}", [.authorization: "Bearer \(text)"]))
        let id = try #require(server.pushes.folder.waiting.first).id
        #expect(try await system.state(of: id, text, server)["state"] == "waiting")

        await system.importAll(server)

        let pushes = system.pushes(of: server)
        let options = CallOptions(profile: "kim")
        let failed = try #require(
            try await pushes.call(Pushes.failed, Empty(), options).pushes.first)
        #expect(failed.id == id && failed.bytes == 2 && failed.reason == "Not readable. Look.")
        #expect(failed.receivedAt == "1970-01-01T00:16:40.000Z")
        #expect(system.imports.done.withLock { $0.isEmpty })
        #expect(try await system.state(of: id, text, server)["problem"] == "Not readable. Look.")

        let again = try await pushes.call(Pushes.retry, Pushes.RetryRequest(id: id), options)
        await system.importAll(server)

        #expect(again.pushes == [failed])
        #expect(try await pushes.call(Pushes.failed, Empty(), options).pushes.isEmpty)
        #expect(
            server.pushes.folder.state(of: PushFolder.Push(id: id, profile: "kim")) == .imported(1))
        #expect(system.imports.done.withLock { $0.map { $0[1] } } == ["{}"])
    }

    @Test func `a failed file is changed by its own profile only, and removed once`() async throws {
        let server = try system.server()
        system.imports.failure.withLock { $0 = Status(.invalidArgument, "Not readable.") }
        let text = try system.token(.push)
        _ = try await server.receivePush(system.request("{}", [.authorization: "Bearer \(text)"]))
        await system.importAll(server)
        let pushes = system.pushes(of: server)
        let options = CallOptions(profile: "kim")
        let id = try #require(
            try await pushes.call(Pushes.failed, Empty(), options).pushes.first
        ).id

        for method in ["retry", "remove"] {
            let error = await #expect(throws: Status.self) {
                let anna = CallOptions(profile: "anna")
                if method == "retry" {
                    _ = try await pushes.call(Pushes.retry, Pushes.RetryRequest(id: id), anna)
                } else {
                    _ = try await pushes.call(Pushes.remove, Pushes.RemoveRequest(id: id), anna)
                }
            }
            #expect(error?.code == .notFound)
        }

        _ = try await pushes.call(Pushes.remove, Pushes.RemoveRequest(id: id), options)

        let error = await #expect(throws: Status.self) {
            try await pushes.call(Pushes.remove, Pushes.RemoveRequest(id: id), options)
        }
        #expect(error?.code == .notFound)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: "\(system.folder)/pushes").isEmpty)
    }

    @Test func `a failed push has the time of its arrival in the zone of the profile`() async throws
    {
        let server = try system.server()
        system.imports.failure.withLock { $0 = Status(.invalidArgument, "Not readable.") }
        system.imports.zone.withLock { $0 = "Asia/Tokyo" }
        let text = try system.token(.push)
        _ = try await server.receivePush(system.request("{}", [.authorization: "Bearer \(text)"]))
        await system.importAll(server)
        let pushes = system.pushes(of: server)

        let failed = try await pushes.call(Pushes.failed, Empty(), CallOptions(profile: "kim"))

        #expect(failed.pushes.map(\.receivedAt) == ["1970-01-01T09:16:40+09:00"])
    }

    @Test func `a push waits for its profile, is listed for the default one, and can be removed`()
        async throws
    {
        let server = try system.server()
        let files = server.pushes.folder
        system.imports.profiles.withLock { $0 = ["default"] }
        try FileManager.default.createDirectory(
            atPath: files.path, withIntermediateDirectories: true)
        let missing = (1...2).map { PushFolder.Push(id: "\($0)-1", profile: "kim") }
        let own = PushFolder.Push(id: "3-1", profile: "default")
        for push in missing + [own] {
            try Data("{}".utf8).write(to: URL(fileURLWithPath: files.file(of: push)))
        }
        let pushes = system.pushes(of: server)
        let running = Task { await server.pushes.run() }
        defer { running.cancel() }

        try await eventually("the push of the default profile is imported") {
            files.state(of: own) == .imported(1)
        }

        #expect(files.waiting == missing)
        let listed = try await pushes.call(Pushes.failed, Empty()).pushes
        #expect(listed.map(\.id) == missing.map(\.id))
        #expect(listed.allSatisfy { $0.missingProfile == "kim" && $0.reason.contains("kim") })
        let others = try await pushes.call(Pushes.failed, Empty(), CallOptions(profile: "lee"))
        #expect(others.pushes.isEmpty)
        let retry = await #expect(throws: Status.self) {
            try await pushes.call(Pushes.retry, Pushes.RetryRequest(id: missing[0].id))
        }
        #expect(retry?.code == .failedPrecondition)
        _ = try await pushes.call(Pushes.remove, Pushes.RemoveRequest(id: missing[0].id))
        #expect(files.waiting == [missing[1]])
        system.imports.profiles.withLock { $0 = ["default", "kim"] }
        server.pushes.announce()
        try await eventually("the push of the profile is imported") {
            files.state(of: missing[1]) == .imported(1)
        }
    }

    @Test func `a named push is found beyond the 100 that are listed`() async throws {
        let server = try system.server()
        let files = server.pushes.folder
        try FileManager.default.createDirectory(
            atPath: files.path, withIntermediateDirectories: true)
        let failed = (100...201).map { PushFolder.Push(id: "\($0)-1", profile: "kim") }
        for push in failed {
            try Data("{}".utf8).write(to: URL(fileURLWithPath: files.file(of: push)))
            try files.reject(push, for: "Not readable.")
        }
        let pushes = system.pushes(of: server)
        let options = CallOptions(profile: "kim")

        let listed = try await pushes.call(Pushes.failed, Empty(), options).pushes.map(\.id)
        let retried = try await pushes.call(
            Pushes.retry, Pushes.RetryRequest(id: "100-1"), options)
        let removed = try await pushes.call(
            Pushes.remove, Pushes.RemoveRequest(id: "101-1"), options)

        #expect(listed == failed.dropFirst(2).map(\.id))
        #expect(retried.pushes.map(\.id) == ["100-1"])
        #expect(removed.pushes.map(\.id) == ["101-1"])
        #expect(files.waiting == [failed[0]])
        #expect(files.failure(of: failed[1]) == nil)
    }
}
