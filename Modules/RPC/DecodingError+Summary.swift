extension DecodingError {
    /// What a type is called in JSON.
    private static func typeDescription(_ type: any Any.Type) -> String {
        switch type {
        case is Bool.Type: "boolean"
        case is String.Type: "text"
        case is any FixedWidthInteger.Type: "whole number"
        case is any BinaryFloatingPoint.Type: "number"
        case is [Any].Type: "list"
        default: "object"
        }
    }

    /// What is wrong and where, in a phrase.
    var summary: String {
        func place(_ context: Context) -> String {
            let path = context.codingPath.map(\.stringValue).joined(separator: ".")
            return path.isEmpty ? "the body" : "\"\(path)\""
        }
        return switch self {
        case .keyNotFound(let key, let context):
            "\"\(key.stringValue)\" is missing in \(place(context))"
        case .valueNotFound(_, let context): "\(place(context)) is null"
        case .typeMismatch(let type, let context):
            "\(place(context)) is no \(Self.typeDescription(type))"
        case .dataCorrupted(let context): "\(place(context)) is malformed"
        @unknown default: "it is malformed"
        }
    }
}
