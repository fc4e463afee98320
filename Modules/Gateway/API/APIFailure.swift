import HTTPTypes
import Hummingbird
import NIOCore
import RPC

/// A failure of a request that HTTP has a status code for and the bus has not.
struct APIFailure: Error {
    let code: HTTPResponse.Status
    let status: Status
    var headers: HTTPFields = [:]

    static func notJSON(_ reason: String) -> Self {
        Self(
            code: .badRequest,
            status: Status(
                .invalidArgument, "The body of the request is not a JSON object: \(reason).",
                hint: "Send a JSON object in UTF-8, such as {}."))
    }

    static func tooLarge(_ limit: Int) -> Self {
        Self(
            code: .contentTooLarge,
            status: Status(
                .invalidArgument, "The body of the request has more than \(limit >> 10) KiB.",
                hint: "Send less, or a file to dayline.ingestion.Imports/Upload."))
    }

    static func wrongMethod(_ method: APIMethod) -> Self {
        let allowed = method.isQuery ? "GET, POST" : "POST"
        return Self(
            code: .methodNotAllowed,
            status: Status(
                .invalidArgument, "\(method.name) cannot be called in this way.",
                hint: "Use \(allowed)."), headers: [.allow: allowed])
    }

    static let misdirected = Self(
        code: .misdirectedRequest,
        status: Status(
            .failedPrecondition, "Dayline has another address.",
            hint: "If this one is right, allow it with: dayline web settings --public-url URL"))

    static let otherSite = Self(
        code: .forbidden,
        status: Status(
            .permissionDenied, "The request comes from a page of another site.",
            hint: "Make the change on a page of Dayline, or call the API without an Origin."))

    static let badKey = Self(
        code: .badRequest,
        status: Status(
            .invalidArgument,
            "The Idempotency-Key is not a text of 1 to 128 ASCII characters without spaces.",
            hint: "Use a random text, such as a UUID."))

    /// The response with the JSON document of an error.
    static func response(_ error: any Error) -> Response {
        let failure = error as? Self
        let status = failure?.status ?? Status(describing: error)
        var headers = failure?.headers ?? [:]
        headers[.contentType] = "application/json"
        headers[.cacheControl] = "no-store"
        if status.code == .unauthenticated { headers[.wwwAuthenticate] = "Bearer" }
        return Response(
            status: failure?.code ?? HTTPResponse.Status(code: status.code.httpStatus),
            headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: document(status))))
    }

    /// The JSON document of a status.
    static func document(_ status: Status) -> [UInt8] {
        // Three strings can always be encoded.
        (try? JSONBody.encode(FailureDocument(status)).array(of: UInt8.self)) ?? []
    }
}
