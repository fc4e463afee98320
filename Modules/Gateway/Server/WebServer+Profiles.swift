import HTTPTypes
import Hummingbird
import RPC
import Texts
import WebPages

/// Changing to another profile, and adding one.
extension WebServer {
    private static let addition = "Adding a profile"

    /// Shows another profile that the session was granted.
    func changeProfile(_ request: Request) async -> Response {
        guard let session = session(of: request) else { return signedOut(request) }
        do {
            let form = try await form(request)
            guard form["csrf"] == session.formToken else { throw Status.foreignForm }
            try sessions.change(session.id, to: form["profile"] ?? "")
            return redirect(to: Shell.path(afterProfileChange: form))
        } catch let failure {
            return error(Status(describing: failure), request, session)
        }
    }

    /// Adds a profile that the session can change to.
    func addProfile(_ request: Request) async -> Response {
        guard let session = session(of: request) else { return signedOut(request) }
        do {
            let form = try await form(request)
            guard form["csrf"] == session.formToken else { throw Status.foreignForm }
            try session.access.requireAllProfiles(for: Self.addition)
            let visitor = visitor(request)
            let page = WebRequest(
                path: request.uri.path, parameters: [:], query: [:], form: form,
                visitor: visitor, client: bus)
            let addition = try await TextLocale.$current.withValue(visitor.locale) {
                try await ProfileRoutes.add(page)
            }
            switch addition {
            case .added(let name):
                try sessions.grant(session.id, name)
                await bindAccess()
                return redirect(to: ProfileRoutes.addedPath)
            case .refused(let page):
                return html(page, request, .unprocessableContent, for: visitor)
            }
        } catch let failure {
            return error(Status(describing: failure), request, session)
        }
    }

    /// True if the form of a new profile is for the session.
    func canAddProfiles(_ session: Sessions.Session) -> Bool {
        (try? session.access.requireAllProfiles(for: Self.addition)) != nil
    }
}
