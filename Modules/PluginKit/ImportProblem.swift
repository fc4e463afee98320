package import RPC

/// Why a file cannot be read at all, in a sentence for the person who asked, and what to do about it.
public struct ImportProblem: Error, Hashable, Sendable {
    public var message: String
    public var hint: String?

    public init(_ message: String, hint: String? = nil) {
        self.message = message
        self.hint = hint
    }
}

extension ImportProblem: StatusConvertible {
    package var status: Status { Status(.invalidArgument, message, hint: hint) }
}
