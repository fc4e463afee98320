import Synchronization

/// The keys that a method's request may have, found out when the first one comes.
///
/// A key that a method does not know may be one that was misspelt, and without it the request may mean
/// something else: everything instead of one. So a request with such a key is refused. What is within
/// the request's own keys is not looked at, nor are items and replies, where an older reader may leave
/// out what a newer writer says.
final class RequestKeys: Sendable {
    private enum Keys {
        case unknown
        /// Any, where the request says itself what it has.
        case any
        case only([String])
    }

    private let type: any WireValue.Type
    private let keys = Mutex(Keys.unknown)

    init(_ type: any WireValue.Type) {
        self.type = type
    }

    /// - Throws: INVALID_ARGUMENT when `body` is not an object in strict JSON, or has a key that is none
    ///   of `method`'s. What this accepts is what the handler's decoder reads: both read with `JSONTape`.
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
        guard let stranger = tape.keys.first(where: { !knownKeys.contains($0) }) else { return }
        throw Status(
            .invalidArgument, "\(method) knows no key \"\(stranger)\".",
            hint: knownKeys.isEmpty
                ? "It takes none." : "It takes: \(knownKeys.joined(separator: ", ")).")
    }

    private var knownKeys: [String]? {
        keys.withLock { keys in
            if case .unknown = keys { keys = Self.keys(of: type) }
            return if case .only(let names) = keys { names } else { nil }
        }
    }

    private static func keys(of type: any WireValue.Type) -> Keys {
        guard case .object(let properties) = JSONSchema(of: type.bodyType) else { return .any }
        return .only(properties.map(\.name))
    }
}
