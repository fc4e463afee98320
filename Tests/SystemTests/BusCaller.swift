import Foundation
import RPC
import Testing
import ZeroMQ
import ZeroMQTransport

/// Calls methods of a running system by name with JSON requests, as `dayline call` does, on one connection.
final class BusCaller: Sendable {
    private let system: DaylineSystem
    private let loop: Loop
    private let client: Client
    private let kinds: [String: MethodKind]

    /// The end of a call: its response or its error.
    struct Outcome: Hashable {
        var code: Status.Code
        /// The JSON of the response; the message and the hint of an error.
        var body: String
        /// Items of a stream.
        var items: [WireContent] = []

        /// The JSON object of the response.
        func json() throws -> [String: Any] {
            try #require(
                JSONSerialization.jsonObject(with: Data(body.utf8)) as? [String: Any], "\(body)")
        }
    }

    init(_ system: DaylineSystem) throws {
        self.system = system
        loop = try Loop()
        client = Client(
            BusConnection(
                endpoint: try .ipc("\(system.home)/run/bus.sock"), loop: loop,
                connectTimeout: .seconds(20)))
        // Each call waits for its worker. The list of services has only workers that are connected.
        for command in ["today", "metrics", "imports"] { _ = try system.json(command) }
        let services = try #require(try system.json("services")["services"] as? [[String: Any]])
        var kinds: [String: MethodKind] = [:]
        for service in services {
            for method in (service["methods"] as? [[String: Any]]) ?? [] {
                guard let name = service["name"] as? String, let own = method["name"] as? String
                else { continue }
                kinds["\(name)/\(own)"] = (method["kind"] as? String).flatMap(MethodKind.init)
            }
        }
        self.kinds = kinds
    }

    deinit {
        loop.stop()
    }

    /// Calls a method in `profile`, or in the default profile, without items to upload.
    func call(
        _ method: String, _ request: String, columns: [Column] = [], profile: String? = nil,
        key: String? = nil
    ) async throws -> Outcome {
        let items = Items()
        let call = OutgoingCall(
            name: try #require(MethodName(path: method)),
            kind: try #require(kinds[method], "\(method)"),
            content: WireContent(body: Bytes(request), columns: columns),
            options: CallOptions(profile: profile, idempotencyKey: key), isRepeatable: false)
        do {
            let response = try await client.transport.perform(
                call, upload: { _ in }, receive: { await items.append($0) })
            return Outcome(code: .ok, body: response.body.text, items: await items.all)
        } catch {
            let status = Status(describing: error)
            return Outcome(code: status.code, body: "\(status.message) \(status.hint ?? "")")
        }
    }

    /// The response to a call that must succeed.
    @discardableResult
    func json(
        _ method: String, _ request: String, profile: String? = nil
    ) async throws -> [String: Any] {
        let outcome = try await call(method, request, profile: profile)
        try #require(outcome.code == .ok, "\(method): \(outcome.body)")
        return try outcome.json()
    }

    private actor Items {
        var all: [WireContent] = []

        func append(_ item: WireContent) {
            all.append(item)
        }
    }
}
