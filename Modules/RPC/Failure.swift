/// The JSON document of a failure: of a command with `--json`, and of a request over HTTP.
package struct FailureDocument: Encodable, Sendable {
    package var error: Failure

    package init(_ status: Status) {
        error = Failure(status)
    }
}

/// The JSON form of a status.
package struct Failure: Encodable, Sendable {
    /// The name of the code, such as `NOT_FOUND`.
    package var code: String
    package var message: String
    package var hint: String?

    package init(_ status: Status) {
        code = status.code.name
        message = status.message
        hint = status.hint
    }
}
