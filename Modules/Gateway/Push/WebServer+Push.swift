import Contracts
import HTTPTypes
import HostFiles
import Hummingbird
import NIOCore
import RPC

/// POST `/push/health-auto-export`: a JSON body of the app Health Auto Export, with a token of the scope
/// `push` as `Authorization: Bearer TOKEN` or `api-key: TOKEN`. The answer 202 is sent when the body is on
/// the disk; the import follows. GET `/import/push/ID` with the token has the state of the push, and the report of
/// its import. GET `/import/ID` with the token has the report of any import of its profile.
extension WebServer {
    private static let keyHeader = HTTPField.Name("api-key")

    /// The answer to an accepted push.
    private struct Accepted: Encodable {
        /// Number of bytes.
        var bytes: Int
        /// The identifier of the push.
        var id: String
        /// The path of the state of the push, for the same token.
        var report: String
    }

    /// The state of a push.
    private struct PushState: Encodable {
        var id: String
        /// `waiting`, `imported` or `failed`.
        var state: String
        /// The reason of a failure; nil: none.
        var problem: String?
        /// The report of the import; nil: not imported.
        var report: ImportReport?
    }

    func addPushRoutes(to router: Hummingbird.Router<Context>) {
        router.post("/push/health-auto-export") { request, _ in
            do {
                return try await receivePush(request)
            } catch {
                return APIFailure.response(error)
            }
        }
        router.get("/import/push/:id") { request, context in
            do {
                return try await pushState(context.parameters.get("id") ?? "", request)
            } catch {
                return APIFailure.response(error)
            }
        }
    }

    func receivePush(_ request: Request) async throws -> Response {
        let caller = APICaller(token: try pushToken(of: request))
        try caller.require(.push, for: "A push")
        let stored = try await pushes.spool.store(
            request.body.map(\.readableBytesView), profile: caller.profile,
            milliseconds: now() * 1000)
        await bindAccess()
        pushes.announce()
        let report = "\(settings.prefix)/import/push/\(stored.push.id)"
        var response = try Response.json(
            Accepted(bytes: stored.bytes, id: stored.push.id, report: report))
        response.status = .accepted
        response.headers[.location] = report
        return response
    }

    /// The state of a push of the profile of the token.
    /// - Throws: NOT_FOUND for an unknown push and for one whose result is no longer stored.
    func pushState(_ id: String, _ request: Request) async throws -> Response {
        let caller = APICaller(token: try pushToken(of: request))
        try caller.require(.push, for: "The state of a push")
        let push = PushFolder.Push(id: id, profile: caller.profile)
        guard PushFolder.isIdentifier(id), let state = pushes.folder.state(of: push) else {
            throw Status(
                .notFound, "There is no push \(id).",
                hint: "The reports of all imports are listed by: dayline imports")
        }
        switch state {
        case .waiting: return try .json(PushState(id: id, state: "waiting"))
        case .failed(let reason):
            return try .json(PushState(id: id, state: "failed", problem: reason))
        case .imported(let number):
            let entry = try await bus.call(
                ImportLog.get, ImportLog.ImportRequest(id: number),
                CallOptions(profile: caller.profile))
            return try .json(PushState(id: id, state: "imported", report: entry.report))
        }
    }

    /// The report of an import of the profile of a token with the scope `push` or `read`; nil for a
    /// request without a token, which gets the page.
    ///
    /// The rejected items, which have data of the person, are in the page and in `ImportLog/Get`.
    func importReport(_ text: String, _ request: Request) async -> Response? {
        let hasKey = Self.keyHeader.map { request.headers.contains($0) } ?? false
        // A proxy may forward the password of its own login with the scheme Basic.
        let authorization = request.headers[.authorization]?.lowercased()
        guard hasKey || authorization?.hasPrefix("bearer ") == true else { return nil }
        do {
            let token = try pushToken(of: request)
            let caller = APICaller(token: token)
            let canRead = (try? caller.require(.read, for: "The report of an import")) != nil
            if !canRead { try caller.require(.push, for: "The report of an import") }
            guard let id = Int64(text), id > 0 else {
                throw Status(
                    .notFound, "There is no import \"\(text)\".",
                    hint: "List the numbers of all imports with: dayline imports")
            }
            let entry = try await bus.call(
                ImportLog.get, ImportLog.ImportRequest(id: id),
                CallOptions(profile: caller.profile))
            var report = entry.report
            if !canRead {
                // Removed samples have values, which a token that only pushes cannot read.
                for index in (report.removed ?? []).indices { report.removed?[index].samples = [] }
            }
            return try .json(report)
        } catch {
            return APIFailure.response(error)
        }
    }

    /// - Throws: UNAUTHENTICATED without a known token.
    private func pushToken(of request: Request) throws(Status) -> APIToken {
        if let token = try tokens.token(of: request, now: now(), scope: .push) { return token }
        guard let text = Self.keyHeader.flatMap({ request.headers[$0] }) else {
            throw Status(
                .unauthenticated, "The request has no token.",
                hint: "Send the header \"Authorization: Bearer TOKEN\" or \"api-key: TOKEN\". "
                    + "Create one with: dayline token new NAME --scope push")
        }
        return try tokens.known(text, now: now(), scope: .push)
    }
}
