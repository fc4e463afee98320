/// A position in a source of blocks.
struct BlockCursor {
    private let source: any BlockSource
    private var block = UnsafeRawBufferPointer(start: nil, count: 0)
    private var position = 0
    /// Owns the memory of ``block`` if bytes of an earlier block were returned.
    private var joined: JoinedBlock?

    init(_ source: any BlockSource) {
        self.source = source
    }

    /// The reason that the source ended early; nil if it is complete.
    var damage: String? { source.damage }

    /// The next bytes of the current block, at most `count`; nil at the end. They are valid until the
    /// next call.
    mutating func next(upTo count: Int64) -> UnsafeRawBufferPointer? {
        while position == block.count {
            guard let next = try? source.next() else { return nil }
            (block, position) = (next, 0)
        }
        let end = position + Int(min(count, Int64(block.count - position)))
        defer { position = end }
        return UnsafeRawBufferPointer(rebasing: block[position..<end])
    }

    /// Returns bytes of the last call of ``next(upTo:)``, so that the next call has them again.
    mutating func unread(_ count: Int) {
        position -= min(count, position)
    }

    /// Returns the bytes before the position, also if some are of an earlier block.
    mutating func unread(_ bytes: [UInt8]) {
        guard bytes.count > position else { return position -= bytes.count }
        let joined = JoinedBlock(bytes, UnsafeRawBufferPointer(rebasing: block[position...]))
        (block, position) = (UnsafeRawBufferPointer(joined.memory), 0)
        self.joined = joined
    }

    /// Exactly `count` bytes; nil if the source ends before.
    mutating func bytes(_ count: Int) -> [UInt8]? {
        var bytes: [UInt8] = []
        while bytes.count < count {
            guard let next = next(upTo: Int64(count - bytes.count)) else { return nil }
            bytes.append(contentsOf: next)
        }
        return bytes
    }

    mutating func skip(_ count: Int64) {
        var left = count
        while left > 0, let next = next(upTo: left) { left -= Int64(next.count) }
    }
}

/// Returned bytes and the rest of a block, in memory of their own.
private final class JoinedBlock {
    let memory: UnsafeMutableRawBufferPointer

    init(_ returned: [UInt8], _ rest: UnsafeRawBufferPointer) {
        memory = .allocate(byteCount: returned.count + rest.count, alignment: 1)
        memory.copyBytes(from: returned)
        UnsafeMutableRawBufferPointer(rebasing: memory[returned.count...]).copyMemory(from: rest)
    }

    deinit {
        memory.deallocate()
    }
}
