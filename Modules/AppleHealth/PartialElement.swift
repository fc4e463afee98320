/// A buffer with the beginning of an incomplete element.
struct PartialElement: ~Copyable {
    private(set) var start: UnsafeMutablePointer<UInt8>
    private(set) var count = 0
    private var capacity: Int
    /// Number of bytes at which reading is retried. It doubles each time, so that an element is read
    /// a few times however small the blocks are.
    private(set) var retryCount = 0

    static let minimumRetryCount = 512

    /// Maximum of ``retryCount``.
    private let limit: Int

    init(limit: Int) {
        self.limit = limit
        capacity = 4096
        start = .allocate(capacity: capacity)
    }

    deinit { start.deallocate() }

    var isEmpty: Bool { count == 0 }

    /// Appends bytes up to ``retryCount``.
    /// - Returns: Number of bytes appended.
    mutating func fill(from bytes: UnsafeRawBufferPointer) -> Int {
        let added = min(bytes.count, retryCount - count)
        append(UnsafeRawBufferPointer(rebasing: bytes[..<added]))
        return added
    }

    /// Replaces the content with the bytes of an incomplete element.
    mutating func replace(with bytes: UnsafeRawBufferPointer) {
        count = 0
        append(bytes)
        updateRetryCount()
    }

    /// Removes the first bytes.
    mutating func removeFirst(_ dropped: Int) {
        count -= dropped
        start.update(from: start + dropped, count: count)
        updateRetryCount()
    }

    mutating func clear() { count = 0 }

    private mutating func updateRetryCount() {
        retryCount = max(count + 1, min(limit, max(Self.minimumRetryCount, count * 2)))
    }

    private mutating func append(_ bytes: UnsafeRawBufferPointer) {
        guard let source = bytes.baseAddress, !bytes.isEmpty else { return }
        if count + bytes.count > capacity {
            while count + bytes.count > capacity { capacity *= 2 }
            let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
            larger.update(from: start, count: count)
            start.deallocate()
            start = larger
        }
        UnsafeMutableRawPointer(start + count).copyMemory(
            from: source, byteCount: bytes.count)
        count += bytes.count
    }
}
