import RPC

/// The JSON document of a failed command.
struct FailureDocument: Encodable {
    var error: Failure
}

/// The JSON form of a failure.
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
