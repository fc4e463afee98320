import CXXHash
package import RPC

/// A request that carries an idempotency key.
package struct KeyedRequest: Hashable, Sendable {
    package var key: String
    /// The hash of method, profile and body, so that a key reused for another profile is rejected.
    package var hash: String

    package init(key: String, method: MethodName, profile: String, body: Bytes) {
        self.key = key
        let text = Bytes("\(method)\n\(profile)\n")
        var state = text.withUnsafeBytes { XXH3_64bits($0.baseAddress, $0.count) }
        state = body.withUnsafeBytes { XXH3_64bits_withSeed($0.baseAddress, $0.count, state) }
        hash = String(state, radix: 16)
    }

    /// The keyed request of a call; nil without an idempotency key.
    package init?(
        _ method: MethodName, _ request: some Encodable & Sendable, _ context: CallContext
    ) throws {
        guard let key = context.metadata.idempotencyKey else { return nil }
        self.init(
            key: key, method: method, profile: context.profile,
            body: try JSONBody.encode(request))
    }
}
