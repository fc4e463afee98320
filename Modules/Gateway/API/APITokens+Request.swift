import HTTPTypes
import Hummingbird
import RPC

extension APITokens {
    /// The token in the header of a request; nil without the header.
    /// - Throws: UNAUTHENTICATED if the header has another form or the token is not known.
    func token(of request: Request, now: Int64) throws(Status) -> APIToken? {
        guard let header = request.headers[.authorization] else { return nil }
        let parts = header.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { throw Self.unknown }
        return try known(String(parts[1]), now: now)
    }

    /// - Throws: UNAUTHENTICATED if the token is not known.
    func known(_ token: String, now: Int64) throws(Status) -> APIToken {
        guard let found = find(token, now: now) else { throw Self.unknown }
        return found
    }

    private static var unknown: Status {
        Status(
            .unauthenticated, "The token of the request is not known.",
            hint: "Create one with: dayline token new NAME --scope read")
    }
}
