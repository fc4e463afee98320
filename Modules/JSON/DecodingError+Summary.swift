extension DecodingError {
    /// The JSON name of a type, with its article.
    private static func typeDescription(_ type: any Any.Type) -> String {
        switch type {
        case is Bool.Type: "a boolean"
        case is String.Type: "a string"
        case is any FixedWidthInteger.Type: "a whole number"
        case is any BinaryFloatingPoint.Type: "a number"
        case is [Any].Type: "an array"
        default: "an object"
        }
    }

    /// The problem and its path, as a clause.
    package var summary: String {
        func path(_ context: Context) -> String {
            let keys = context.codingPath.map(\.stringValue).joined(separator: ".")
            return keys.isEmpty ? "the body" : "\"\(keys)\""
        }
        return switch self {
        case .keyNotFound(let key, let context):
            "\"\(key.stringValue)\" is missing in \(path(context))"
        case .valueNotFound(_, let context): "\(path(context)) is null"
        case .typeMismatch(let type, let context):
            "\(path(context)) is not \(Self.typeDescription(type))"
        case .dataCorrupted(let context): "\(path(context)) is malformed"
        @unknown default: "it is malformed"
        }
    }
}
