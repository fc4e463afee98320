import RPC

/// The report of a file of an inbox that cannot be imported.
struct InboxFailure: Encodable {
    /// The name of the file.
    var file: String
    /// gRPC's name of the code, such as `INVALID_ARGUMENT`.
    var code: String
    var message: String
    /// The remedy; nil if unknown.
    var hint: String?

    init(file: String, _ status: Status) {
        self.file = file
        code = status.code.name
        message = status.message
        hint = status.hint
    }
}
