import RPC

/// The one document that a command which fails writes when it was asked for JSON.
struct FailureDocument: Encodable {
    var error: Failure
}

/// A failure as JSON tells it.
struct Failure: Encodable {
    var code: String
    var message: String
    var hint: String?

    init(_ status: Status) {
        code = status.code.name
        message = status.message
        hint = status.hint
    }
}
