import Contracts
import Foundation
import HTTPTypes
import HostFiles
import Hummingbird
import Logging
import NIOCore
import RPC
import Synchronization
import TestKit
import Testing
import Uploads

@testable import Gateway

/// Pushed files, from the request to their import.
@Suite final class PushTests {
    private let folder = NSTemporaryDirectory() + "dl-push-\(UUID().uuidString)"
    private let tokens: APITokens
    private let imports = ImportedPushes()

    init() throws {
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        tokens = try APITokens(path: "\(folder)/tokens")
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// Imports of a bus in this process.
    private final class ImportedPushes: Service {
        /// The profile and the content of each imported file.
        let done = Mutex<[[String]]>([])
        /// The failure of the next import; nil: none.
        let failure = Mutex<Status?>(nil)
        /// The names of the profiles; nil: storage does not answer.
        let profiles = Mutex<[String]?>(nil)
        /// The number of times that the profiles were listed.
        let listings = Mutex(0)
        /// The zone of all profiles; nil: storage does not answer.
        let zone = Mutex<String?>(nil)

        func register(on router: inout RPC.Router) {
            router.handle(TrackerRecords.documents) { _, _ in
                guard let zone = self.zone.withLock({ $0 }) else {
                    throw Status(.unavailable, "Storage does not answer.")
                }
                return TrackerRecords.DocumentsResponse(
                    documents: [], version: 1, zones: [ZoneChange(from: nil, zone: zone)],
                    settings: [:])
            }
            router.handle(Profiles.list) { _, _ in
                self.listings.withLock { $0 += 1 }
                guard let names = self.profiles.withLock({ $0 }) else {
                    throw Status(.unavailable, "Storage does not answer.")
                }
                return Profiles.ListResponse(
                    profiles: names.map {
                        Profiles.Profile(
                            name: $0, zone: "UTC", zones: [], samples: 0, activities: 0)
                    })
            }
            router.handle(ImportLog.get) { request, context in
                guard request.id == 1, context.profile == "kim" else {
                    throw Status(.notFound, "There is no import \(request.id).")
                }
                return ImportLog.GetResponse(report: Self.report, quarantinedItems: [])
            }
            router.handle(Imports.run) { request, context, _ in
                if let failure = self.failure.withLock({ $0.take() }) { throw failure }
                let content = try String(contentsOfFile: request.path ?? "", encoding: .utf8)
                self.done.withLock {
                    $0.append([context.profile, content, request.importer ?? ""])
                }
                return Self.report
            }
        }

        private static let report = {
            var report = ImportReport(
                id: 1, importer: "", file: "", bytes: 0, seconds: 0, byType: [:], problems: [],
                ignoredMetadata: [:], isTruncated: false, isDryRun: false, version: 1)
            var removal = ImportReport.Removal(
                metric: "bodyMass", source: "Scale", device: "", unit: "kg")
            removal.samples = [.init(start: 0, end: 0, value: 81.25)]
            report.removed = [removal]
            return report
        }()
    }

    private func server(
        _ logger: Logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    ) throws -> WebServer {
        try WebServer(
            in: folder, bus: Client(inProcess: Router([imports])), tokens: tokens, logger: logger)
    }

    private func token(_ scope: Scope, for profile: String = "kim") throws -> String {
        try tokens.create(UUID().uuidString, for: profile, scopes: [scope], now: 1000).text
    }

    private func request(_ body: String, _ headers: HTTPFields) -> Request {
        SampleBus.request(.post, "/push/health-auto-export", body, headers)
    }

    @Test(arguments: [true, false])
    func `a push with a token is on the disk when the answer is sent`(
        isBearer: Bool
    ) async throws {
        let server = try server()
        let text = try token(.push)
        let key = try #require(HTTPField.Name("api-key"))
        let headers: HTTPFields = isBearer ? [.authorization: "Bearer \(text)"] : [key: text]

        let response = try await server.receivePush(request(#"{"data":{}}"#, headers))

        #expect(response.status == .accepted)
        let waiting = server.pushes.folder.waiting
        #expect(waiting.map(\.profile) == ["kim"])
        let push = try #require(waiting.first)
        #expect(response.headers[.location] == "/import/push/\(push.id)")
        let path = server.pushes.folder.file(of: push)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == #"{"data":{}}"#)
    }

    @Test func `a push without a token or its scope is refused`() async throws {
        let server = try server()
        let other = try token(.read)

        for (headers, code): (HTTPFields, Status.Code) in [
            ([:], .unauthenticated), ([.authorization: "Bearer x"], .unauthenticated),
            ([.authorization: "Bearer \(other)"], .permissionDenied),
        ] {
            let error = await #expect(throws: Status.self) {
                try await server.receivePush(self.request("{}", headers))
            }
            #expect(error?.code == code)
            #expect(code == .permissionDenied || error?.hint?.contains("--scope push") == true)
        }
        #expect(server.pushes.folder.waiting.isEmpty)
    }

    @Test(arguments: ["", " \n", "hello", "[1]", "\u{FEFF}", "a {}"])
    func `a body that is not a JSON object is refused and not stored`(body: String) async throws {
        let server = try server()
        let text = try token(.push)

        let failure = await #expect(throws: APIFailure.self) {
            try await server.receivePush(
                self.request(body, [.authorization: "Bearer \(text)"]))
        }

        #expect(failure?.code == .badRequest)
        #expect(failure?.status.hint != nil)
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder)/pushes").isEmpty)
    }

    @Test func `pushes are imported in their order, and the files are removed`() async throws {
        let server = try server()
        for (profile, body) in [("kim", "{1}"), ("Zoë ✓", "{2}")] {
            let text = try token(.push, for: profile)
            _ = try await server.receivePush(request(body, [.authorization: "Bearer \(text)"]))
        }
        let order = server.pushes.folder.waiting.map(\.profile)

        let running = Task { await server.pushes.run() }
        while !server.pushes.folder.waiting.isEmpty { await Task.yield() }
        running.cancel()

        #expect(imports.done.withLock { $0.map { $0[0] } } == order)
        #expect(Set(imports.done.withLock { $0.map { $0[1] } }) == ["{1}", "{2}"])
        #expect(imports.done.withLock { $0.allSatisfy { $0[2] == "health-auto-export" } })
    }

    /// Imports until no file waits.
    private func importAll(_ server: WebServer) async {
        let running = Task { await server.pushes.run() }
        while !server.pushes.folder.waiting.isEmpty { await Task.yield() }
        running.cancel()
    }

    /// The members of the document with the state of a push.
    private func state(
        of id: String, _ text: String, _ server: WebServer
    ) async throws -> [String: String] {
        let request = SampleBus.request(
            .get, "/import/push/\(id)", "", [.authorization: "Bearer \(text)"])
        let response = try await server.pushState(id, request)
        let body = try await BodyText.of(response)
        let document = try JSONSerialization.jsonObject(with: Data(body.utf8))
        return try #require(document as? [String: Any]).compactMapValues { $0 as? String }
    }

    @Test(
        arguments: [
            ("1", Scope.push, "kim", HTTPResponse.Status.ok), ("1", .read, "kim", .ok),
            ("1", .log, "kim", .forbidden), ("1", .push, "anna", .notFound),
            ("2", .push, "kim", .notFound), ("x", .push, "kim", .notFound),
        ])
    func `the report of an import is for tokens of its profile`(
        id: String, scope: Scope, profile: String, status: HTTPResponse.Status
    ) async throws {
        let server = try server()
        let text = try token(scope, for: profile)

        let response = try #require(
            await server.importReport(
                id,
                SampleBus.request(
                    .get, "/import/\(id)", "", [.authorization: "Bearer \(text)"])))

        #expect(response.status == status)
        let body = try await BodyText.of(response)
        #expect(body.contains(#""id":1"#) == (status == .ok))
        #expect(body.contains("81.25") == (status == .ok && scope == .read))
    }

    @Test func `the report of an import without a token is a page`() async throws {
        let server = try server()

        #expect(
            await server.importReport("1", SampleBus.request(.get, "/import/1", "", [:])) == nil)
        let unknown = await server.importReport(
            "1", SampleBus.request(.get, "/import/1", "", [.authorization: "Bearer x"]))
        #expect(unknown?.status == .unauthorized)
    }

    @Test func `a file that cannot be imported has its reason and is imported again`() async throws
    {
        let server = try server()
        imports.failure.withLock { $0 = Status(.invalidArgument, "Not readable.", hint: "Look.") }
        let text = try token(.push)
        _ = try await server.receivePush(request("{}", [.authorization: "Bearer \(text)"]))
        let id = try #require(server.pushes.folder.waiting.first).id
        #expect(try await state(of: id, text, server)["state"] == "waiting")

        await importAll(server)

        let pushes = Client(inProcess: Router([PushService(imports: server.pushes)]))
        let options = CallOptions(profile: "kim")
        let failed = try #require(
            try await pushes.call(Pushes.failed, Empty(), options).pushes.first)
        #expect(failed.id == id && failed.bytes == 2 && failed.reason == "Not readable. Look.")
        #expect(failed.receivedAt == "1970-01-01T00:16:40.000Z")
        #expect(imports.done.withLock { $0.isEmpty })
        #expect(try await state(of: id, text, server)["problem"] == "Not readable. Look.")

        let again = try await pushes.call(Pushes.retry, Pushes.RetryRequest(id: id), options)
        await importAll(server)

        #expect(again.pushes == [failed])
        #expect(try await pushes.call(Pushes.failed, Empty(), options).pushes.isEmpty)
        #expect(
            server.pushes.folder.state(of: PushFolder.Push(id: id, profile: "kim")) == .imported(1))
        #expect(imports.done.withLock { $0.map { $0[1] } } == ["{}"])
    }

    @Test func `the log has the code of a failure, and not its reason`() async throws {
        let log = RecordedLog()
        let server = try server(log.logger)
        let reason = "No number: '78.31415926x'."
        imports.failure.withLock { $0 = Status(.invalidArgument, reason) }
        let text = try token(.push)
        _ = try await server.receivePush(request("{}", [.authorization: "Bearer \(text)"]))
        let id = try #require(server.pushes.folder.waiting.first).id

        await importAll(server)

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
        let server = try server(log.logger)
        imports.failure.withLock { $0 = Status(code, "The disk failed.") }
        let text = try token(.push)
        _ = try await server.receivePush(request("{}", [.authorization: "Bearer \(text)"]))
        let running = Task { await server.pushes.run() }
        defer { running.cancel() }

        try await eventually("the push waits") {
            log.lines.contains { $0.contains("waits") && $0.contains(code.name) }
        }

        #expect(server.pushes.folder.waiting.count == 1)
        #expect(server.pushes.folder.failed(of: "kim").isEmpty)
    }

    @Test func `a failed file is changed by its own profile only, and removed once`() async throws {
        let server = try server()
        imports.failure.withLock { $0 = Status(.invalidArgument, "Not readable.") }
        let text = try token(.push)
        _ = try await server.receivePush(request("{}", [.authorization: "Bearer \(text)"]))
        await importAll(server)
        let pushes = Client(inProcess: Router([PushService(imports: server.pushes)]))
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
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder)/pushes").isEmpty)
    }

    @Test func `a failed push has the time of its arrival in the zone of the profile`() async throws
    {
        let server = try server()
        imports.failure.withLock { $0 = Status(.invalidArgument, "Not readable.") }
        imports.zone.withLock { $0 = "Asia/Tokyo" }
        let text = try token(.push)
        _ = try await server.receivePush(request("{}", [.authorization: "Bearer \(text)"]))
        await importAll(server)
        let pushes = Client(inProcess: Router([PushService(imports: server.pushes)]))

        let failed = try await pushes.call(Pushes.failed, Empty(), CallOptions(profile: "kim"))

        #expect(failed.pushes.map(\.receivedAt) == ["1970-01-01T09:16:40+09:00"])
    }

    @Test func `profiles are listed for pushes of other profiles than the default one`()
        async throws
    {
        let server = try server()
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
            counts.append(imports.listings.withLock { $0 })
        }

        #expect(counts == [0, 1])
    }

    @Test func `a push waits for its profile, is listed for the default one, and can be removed`()
        async throws
    {
        let server = try server()
        let files = server.pushes.folder
        imports.profiles.withLock { $0 = ["default"] }
        try FileManager.default.createDirectory(
            atPath: files.path, withIntermediateDirectories: true)
        let missing = (1...2).map { PushFolder.Push(id: "\($0)-1", profile: "kim") }
        let own = PushFolder.Push(id: "3-1", profile: "default")
        for push in missing + [own] {
            try Data("{}".utf8).write(to: URL(fileURLWithPath: files.file(of: push)))
        }
        let pushes = Client(inProcess: Router([PushService(imports: server.pushes)]))
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
        imports.profiles.withLock { $0 = ["default", "kim"] }
        server.pushes.announce()
        try await eventually("the push of the profile is imported") {
            files.state(of: missing[1]) == .imported(1)
        }
    }

    @Test func `a named push is found beyond the 100 that are listed`() async throws {
        let server = try server()
        let files = server.pushes.folder
        try FileManager.default.createDirectory(
            atPath: files.path, withIntermediateDirectories: true)
        let failed = (100...201).map { PushFolder.Push(id: "\($0)-1", profile: "kim") }
        for push in failed {
            try Data("{}".utf8).write(to: URL(fileURLWithPath: files.file(of: push)))
            try files.reject(push, for: "Not readable.")
        }
        let pushes = Client(inProcess: Router([PushService(imports: server.pushes)]))
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

    @Test func `a push with a transient failure does not delay the next one`() async throws {
        let server = try server()
        imports.failure.withLock { $0 = Status(.resourceExhausted, "Later.") }
        let text = try token(.push)
        for body in ["{1}", "{2}"] {
            _ = try await server.receivePush(request(body, [.authorization: "Bearer \(text)"]))
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
            imports.done.withLock { $0.map { $0[1] } } == ["{1}", "{2}"].filter { $0 != delayed })
    }

    @Test func `a push whose import was cancelled by a person is not imported again`() async throws
    {
        let server = try server()
        imports.failure.withLock { $0 = Status(.aborted, "The import was cancelled.") }
        let text = try token(.push)
        _ = try await server.receivePush(request("{}", [.authorization: "Bearer \(text)"]))

        await importAll(server)

        #expect(
            server.pushes.folder.failed(of: "kim").map(\.reason) == ["The import was cancelled."])
        #expect(imports.done.withLock { $0.isEmpty })
    }

    @Test(arguments: ["../x", "0-1", ""])
    func `an unknown push has no state`(id: String) async throws {
        let server = try server()
        let text = try token(.push)

        let error = await #expect(throws: Status.self) {
            try await self.state(of: id, text, server)
        }

        #expect(error?.code == .notFound)
    }
}
