/// The fourth frame: what only the two ends of a call read. Every key is optional and unknown ones
/// are ignored; with nothing to say the frame is empty.
package struct Header: Codable, Hashable, Sendable {
    package var profile: String?
    package var idempotencyKey: String?
    /// W3C trace context, passed on as it came.
    package var traceparent: String?
    /// Of a failure: a sentence for people.
    package var message: String?
    /// Of a failure: what to do about it.
    package var hint: String?
    /// The frames after the body, in order.
    package var columns: [ColumnDescription]?

    package init() {}

    package struct ColumnDescription: Codable, Hashable, Sendable {
        package var name: String
        package var type: Column.ElementType
    }

    package var isEmpty: Bool {
        profile == nil && idempotencyKey == nil && traceparent == nil && message == nil
            && hint == nil && columns == nil
    }

    /// The frame.
    package func encoded() throws -> Bytes {
        isEmpty ? .empty : try JSONBody.encode(self)
    }

    package init(_ bytes: Bytes) throws(WireFault) {
        guard !bytes.isEmpty else { return }
        guard bytes.count <= WireLimits.headerBytes else { throw .headerTooLarge(bytes.count) }
        do {
            self = try JSONBody.decode(Header.self, from: bytes)
        } catch {
            throw .header("it is no JSON of the known form")
        }
    }
}
