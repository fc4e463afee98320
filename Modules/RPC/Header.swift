import Memberwise

/// The fourth frame: fields that only the two ends of a call read. Every key is optional, and unknown
/// keys are ignored. A header without fields is an empty frame.
@Described
package struct Header: Codable, Hashable, Sendable {
    package var profile: String?
    package var idempotencyKey: String?
    /// W3C trace context: the trace of the call, and the span that caused it.
    package var traceparent: String?
    /// The access of a caller with a key, set by the broker. The broker replaces what the caller sends;
    /// nil: the caller is a program on the machine of the home.
    package var caller: CallerAccess?
    /// Sentence for people that describes a failure.
    package var message: String?
    /// Remedy for a failure.
    package var hint: String?
    /// The column frames after the body, in order.
    package var columns: [ColumnDescription]?

    package init() {}

    package struct ColumnDescription: Codable, Hashable, Sendable {
        package var name: String
        package var type: Column.ElementType
    }

    package var isEmpty: Bool {
        profile == nil && idempotencyKey == nil && traceparent == nil && caller == nil
            && message == nil && hint == nil && columns == nil
    }

    /// The content of the frame.
    package func encoded() throws -> Bytes {
        isEmpty ? .empty : try JSONBody.encode(self)
    }

    package init(_ bytes: Bytes) throws(WireFault) {
        guard !bytes.isEmpty else { return }
        guard bytes.count <= WireLimits.headerBytes else { throw .headerTooLarge(bytes.count) }
        do {
            self = try JSONBody.decode(Header.self, from: bytes)
        } catch {
            throw .header("it is not JSON of the expected form")
        }
    }
}
