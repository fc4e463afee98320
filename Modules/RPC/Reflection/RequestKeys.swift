import JSON
import Synchronization

/// The keys that requests of a method may have, computed at the first request.
///
/// An unknown key may be a misspelt one, and without it the request may have another meaning: all
/// records instead of one. Requests with unknown keys are therefore refused. Keys of nested objects are
/// not checked, nor are items and responses, in which a newer sender may have keys that an older receiver
/// ignores.
final class RequestKeys: Sendable {
    private enum Keys {
        case unknown
        /// Any keys, for requests whose schema is not a plain object.
        case any
        case only([String])
    }

    private let type: any WireValue.Type
    private let keys = Mutex(Keys.unknown)

    init(_ type: any WireValue.Type) {
        self.type = type
    }

    /// - Throws: INVALID_ARGUMENT if `body` is not an object in strict JSON, or has a key that `method`
    ///   does not have. Check and decoder agree on valid JSON, since both read with `JSONTape`.
    func check(_ body: Bytes, of method: MethodName) throws(Status) {
        guard !body.isEmpty else { return }
        let tape: JSONTape
        do {
            tape = try JSONTape(body)
        } catch {
            throw Status.notJSON(error, method)
        }
        guard tape.isObject else {
            throw Status(
                .invalidArgument, "A request of \(method) is a JSON object.",
                hint: "Without keys it is: {}")
        }
        guard let knownKeys else { return }
        guard let unknownKey = tape.keys.first(where: { !knownKeys.contains($0) }) else { return }
        throw Status(
            .invalidArgument, "\(method) has no key \"\(unknownKey)\".",
            hint: knownKeys.isEmpty
                ? "The request has no keys." : "The keys are: \(knownKeys.joined(separator: ", "))."
        )
    }

    private var knownKeys: [String]? {
        keys.withLock { keys in
            if case .unknown = keys { keys = Self.keys(of: type) }
            return if case .only(let names) = keys { names } else { nil }
        }
    }

    private static func keys(of type: any WireValue.Type) -> Keys {
        guard case .object(let properties) = BodySchemas.schema(of: type) else { return .any }
        return .only(properties.map(\.name))
    }
}
