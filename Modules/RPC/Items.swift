/// The sending end of a stream. `send` waits for credit from the receiver, so that a slow receiver
/// slows the sender. `send` throws when the call has ended.
package struct ItemWriter: Sendable {
    private let sendItem: @Sendable (WireContent) async throws -> Void

    package init(_ send: @escaping @Sendable (WireContent) async throws -> Void) {
        sendItem = send
    }

    package func send(_ content: WireContent) async throws {
        try await sendItem(content)
    }

    /// The writer of methods that send no items in this direction.
    package static let none = Self { _ in
        throw Status(.internal, "This method does not send items.")
    }
}

/// The receiving end of a stream. `next` returns nil at its end.
package struct ItemReader: Sendable {
    private let nextItem: @Sendable () async throws -> WireContent?

    package init(_ next: @escaping @Sendable () async throws -> WireContent?) {
        nextItem = next
    }

    package func next() async throws -> WireContent? {
        try await nextItem()
    }

    package static let none = Self { nil }
}

package struct TypedItemWriter<Item: WireValue>: Sendable {
    private let writer: ItemWriter

    package init(_ writer: ItemWriter) {
        self.writer = writer
    }

    package func send(_ item: Item) async throws {
        try await writer.send(item.wireContent())
    }
}

package struct TypedItemReader<Item: WireValue>: Sendable {
    private let reader: ItemReader
    private let method: MethodName

    package init(_ reader: ItemReader, _ method: MethodName) {
        self.reader = reader
        self.method = method
    }

    package func next() async throws -> Item? {
        guard let content = try await reader.next() else { return nil }
        return try Router.decode(Item.self, content, of: method)
    }
}
