package import RPC

/// The error of an importer that cannot read a file at all. The import ends, and nothing is stored.
public struct ImportProblem: Error, Hashable, Sendable {
    /// A sentence for the person: the file and the reason.
    public var message: String
    /// The remedy; nil if unknown.
    public var hint: String?

    /// An error with a sentence for the person and a remedy.
    public init(_ message: String, hint: String? = nil) {
        self.message = message
        self.hint = hint
    }
}

extension ImportProblem: StatusConvertible {
    package var status: Status { Status(.invalidArgument, message, hint: hint) }
}
