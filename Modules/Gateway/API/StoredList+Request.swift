import HTTPTypes
import HostFiles
import Hummingbird
import RPC

extension StoredList<APIToken> {
    /// The token in the header of a request; nil without the header. The hint of a failure names `scope`.
    /// - Throws: UNAUTHENTICATED if the header has another form or the token is not known.
    func token(
        of request: Request, now: Int64, scope: Scope = .read
    ) throws(Status) -> APIToken? {
        guard let header = request.headers[.authorization] else { return nil }
        let parts = header.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else {
            throw Self.unknown(scope)
        }
        return try known(String(parts[1]), now: now, scope: scope)
    }

    /// - Throws: UNAUTHENTICATED if the token is not known.
    func known(
        _ token: String, now: Int64, scope: Scope = .read
    ) throws(Status) -> APIToken {
        guard let found = find(token, now: now) else { throw Self.unknown(scope) }
        return found
    }

    private static func unknown(_ scope: Scope) -> Status {
        Status(
            .unauthenticated, "The token of the request is not known.",
            hint: "Create one with: dayline token new NAME --scope \(scope.rawValue)")
    }
}
