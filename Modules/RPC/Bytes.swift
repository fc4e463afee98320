/// Immutable bytes whose memory is kept alive by its owner: an array, a transport message, a database row.
/// Copying the value copies no bytes.
package struct Bytes: @unchecked Sendable {
    // Unchecked: the pointer is only ever read, and `owner` keeps what it points at alive and unchanged.
    @usableFromInline let start: UnsafeRawPointer?
    package let count: Int
    @usableFromInline let owner: AnyObject?

    package static let empty = Self(unowned: nil, count: 0, owner: nil)

    private init(unowned start: UnsafeRawPointer?, count: Int, owner: AnyObject?) {
        self.start = start
        self.count = count
        self.owner = owner
    }

    /// Bytes inside `owner`, which must neither change nor move them during its lifetime.
    package init(_ bytes: UnsafeRawBufferPointer, owner: AnyObject) {
        self.init(unowned: bytes.baseAddress, count: bytes.count, owner: owner)
    }

    /// A copy of `bytes`.
    package init(copying bytes: UnsafeRawBufferPointer) {
        guard !bytes.isEmpty else {
            self = .empty
            return
        }
        self = Block.copy(of: bytes)
    }

    /// A copy of the elements of `array`, in the machine's (little-endian) layout.
    package init<Element: BitwiseCopyable>(_ array: [Element]) {
        self = array.withUnsafeBytes { Bytes(copying: $0) }
    }

    package init(_ text: String) {
        var text = text
        self = text.withUTF8 { Bytes(copying: UnsafeRawBufferPointer($0)) }
    }

    package var isEmpty: Bool { count == 0 }

    @inlinable
    package func withUnsafeBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        defer { withExtendedLifetime(owner) {} }
        return try body(UnsafeRawBufferPointer(start: start, count: count))
    }

    /// The part from `offset`, sharing the memory.
    package func slice(from offset: Int, count length: Int) -> Self {
        precondition(offset >= 0 && length >= 0 && offset + length <= count)
        return Self(unowned: start.map { $0 + offset }, count: length, owner: owner)
    }

    /// A copy as an array of `Element`. An incomplete last element is ignored.
    package func array<Element: BitwiseCopyable>(of type: Element.Type) -> [Element] {
        let stride = MemoryLayout<Element>.stride
        let elements = count / stride
        guard elements > 0 else { return [] }
        return withUnsafeBytes { source in
            [Element](unsafeUninitializedCapacity: elements) { target, initialized in
                UnsafeMutableRawBufferPointer(target).copyMemory(
                    from: UnsafeRawBufferPointer(rebasing: source[..<(elements * stride)]))
                initialized = elements
            }
        }
    }

    /// The bytes as UTF-8, with invalid sequences replaced.
    package var text: String {
        withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    }
}

extension Bytes: Hashable {
    package static func == (a: Self, b: Self) -> Bool {
        a.count == b.count
            && a.withUnsafeBytes { x in b.withUnsafeBytes { y in x.elementsEqual(y) } }
    }

    package func hash(into hasher: inout Hasher) {
        withUnsafeBytes { hasher.combine(bytes: $0) }
    }
}

/// Heap memory, freed with its last owner. The bytes follow the object header, aligned to 16.
private final class Block: ManagedBuffer<Void, UInt8> {
    static func copy(of bytes: UnsafeRawBufferPointer) -> Bytes {
        let block = create(minimumCapacity: bytes.count) { _ in }
        return block.withUnsafeMutablePointerToElements { elements in
            let storage = UnsafeMutableRawBufferPointer(start: elements, count: bytes.count)
            storage.copyMemory(from: bytes)
            return Bytes(UnsafeRawBufferPointer(storage), owner: block)
        }
    }
}
