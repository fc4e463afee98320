import Foundation
import HostFiles
import RPC
import Testing
import ZeroMQ
import ZeroMQTransport

/// Every method of every service, called over TCP with a key of every role.
@Suite(.timeLimit(.minutes(5))) struct RoleTableTests {
    private struct Row {
        var name: MethodName
        var kind: MethodKind
        var scope: Scope?
    }

    /// A request with an unknown key, which no server executes.
    private static let request = Bytes("{\"accessTest\":1}")

    @Test func `each role calls the methods of its scope, and no others`() async throws {
        let remote = try RemoteSystem()
        // The answer of each worker for clients shows that its services are announced.
        for call in [["today"], ["metrics"], ["imports"]] { _ = try remote.system.json(call) }
        let rows = try Self.rows(remote.system)
        let system = ["worker:dayline.aggregation", "replica"]
        let global = GlobalRole.allCases.map(\.rawValue)
        // By name of the role, with the arguments of its key.
        let keys =
            Scope.allCases.map { ($0.rawValue, [String]()) }
            + (global + system).map { ($0, []) } + [("admin", ["--all-profiles"])]
        let loop = try Loop()

        for (number, (role, arguments)) in keys.enumerated() {
            let isAdministrator = role == "admin" && !arguments.isEmpty
            let calls =
                isAdministrator ? GlobalRole.allCases.flatMap(\.calls) : try Role(role).calls
            let key = try BusKey(
                file: try remote.key("role\(number)", roles: [role], arguments))
            let connection = BusConnection(
                endpoint: try .tcp(remote.address, key: key), loop: loop,
                connectTimeout: .seconds(5))
            var allowed = 0
            for row in rows {
                let isAllowed =
                    row.scope.map { role == "admin" || role == $0.rawValue } ?? false
                    || calls.contains { "\(row.name)" == $0 || row.name.service == $0 }
                let code = await Self.code(row, connection)
                #expect((code != .permissionDenied) == isAllowed, "\(role) \(row.name): \(code)")
                if isAllowed { allowed += 1 }
            }
            #expect(allowed > 0 && allowed < rows.count, "\(role)")
            for call in calls {
                #expect(
                    rows.contains { "\($0.name)" == call || $0.name.service == call }, "\(call)")
            }
            connection.close()
        }
        loop.stop()
    }

    private static func rows(_ system: DaylineSystem) throws -> [Row] {
        let services = try #require(try system.json("services")["services"] as? [[String: Any]])
        return try services.flatMap { service in
            let name = try #require(service["name"] as? String)
            return try #require(service["methods"] as? [[String: Any]]).map { method in
                Row(
                    name: MethodName(
                        service: name, method: try #require(method["name"] as? String)),
                    kind: try #require(MethodKind(rawValue: method["kind"] as? String ?? "")),
                    scope: (method["scope"] as? String).flatMap(Scope.init(rawValue:)))
            }
        }
    }

    private static func code(_ row: Row, _ connection: BusConnection) async -> Status.Code {
        let call = OutgoingCall(
            name: row.name, kind: row.kind, content: WireContent(body: request),
            options: CallOptions(deadline: .after(.seconds(10))), isRepeatable: false)
        do {
            _ = try await connection.perform(call, upload: { _ in }, receive: { _ in })
            return .ok
        } catch {
            return Status(describing: error).code
        }
    }
}
