import Randomness

/// The content of a file on a disk that can lose its power: the bytes that are durable, and the changes
/// since.
///
/// A sync makes the changes before it durable. Changes that a failed sync should have stored are doubtful:
/// they are lost or kept even if a later sync succeeds, unless a later write of the same page stores the page
/// again.
struct FileContent: Sendable {
    private enum State { case pending, doubtful, durable }

    private enum Change {
        /// A write within one page.
        case write(offset: Int, bytes: [UInt8])
        case truncate(size: Int)
    }

    private static let pageSize = 4096

    private var durable: [UInt8]
    private var changes: [(change: Change, state: State)] = []
    /// The pages with doubtful writes.
    private var doubtfulPages: Set<Int> = []

    init(_ bytes: [UInt8] = []) {
        durable = bytes
    }

    mutating func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
        var start = offset
        let end = offset + bytes.count
        while start < end {
            let page = start / Self.pageSize
            let limit = min(end, (page + 1) * Self.pageSize)
            if doubtfulPages.remove(page) != nil { markPending(page) }
            let part = UnsafeRawBufferPointer(rebasing: bytes[start - offset..<limit - offset])
            changes.append((.write(offset: start, bytes: Array(part)), .pending))
            start = limit
        }
    }

    mutating func truncate(to size: Int) {
        changes.append((.truncate(size: size), .pending))
    }

    /// Makes all pending changes durable.
    mutating func sync() {
        for index in changes.indices where changes[index].state == .pending {
            changes[index].state = .durable
        }
        let count = changes.prefix { $0.state == .durable }.count
        for (change, _) in changes[..<count] { Self.apply(change, to: &durable) }
        changes.removeFirst(count)
    }

    /// Makes all pending changes doubtful.
    mutating func failSync() {
        for index in changes.indices where changes[index].state == .pending {
            changes[index].state = .doubtful
            if case .write(let offset, _) = changes[index].change {
                doubtfulPages.insert(offset / Self.pageSize)
            }
        }
    }

    /// All bytes, as reads return them.
    var current: [UInt8] {
        var bytes = durable
        for (change, _) in changes { Self.apply(change, to: &bytes) }
        return bytes
    }

    /// The bytes after a power cut. Of the changes that are not durable, blocks of `block` bytes are kept
    /// with the probability `percent`.
    func bytes(
        afterCutBy random: inout SplitMix64, block: Int, percent: Int
    ) -> [UInt8] {
        var bytes = durable
        for (change, state) in changes {
            if state == .durable {
                Self.apply(change, to: &bytes)
                continue
            }
            switch change {
            case .truncate:
                if random.below(100) < percent { Self.apply(change, to: &bytes) }
            case .write(let offset, let written):
                var start = offset
                while start < offset + written.count {
                    let limit = min(offset + written.count, (start / block + 1) * block)
                    if random.below(100) < percent {
                        let part = Array(written[start - offset..<limit - offset])
                        Self.apply(.write(offset: start, bytes: part), to: &bytes)
                    }
                    start = limit
                }
            }
        }
        return bytes
    }

    private mutating func markPending(_ page: Int) {
        for index in changes.indices where changes[index].state == .doubtful {
            if case .write(let offset, _) = changes[index].change, offset / Self.pageSize == page {
                changes[index].state = .pending
            }
        }
    }

    private static func apply(_ change: Change, to bytes: inout [UInt8]) {
        switch change {
        case .truncate(let size):
            if size < bytes.count {
                bytes.removeLast(bytes.count - size)
            } else {
                bytes.append(contentsOf: repeatElement(0, count: size - bytes.count))
            }
        case .write(let offset, let written):
            if offset > bytes.count {
                bytes.append(contentsOf: repeatElement(0, count: offset - bytes.count))
            }
            // Most writes replace bytes or are at the end. Both are copied at once, also in a debug build.
            let replaced = min(written.count, bytes.count - offset)
            bytes.withUnsafeMutableBytes { bytes in
                UnsafeMutableRawBufferPointer(rebasing: bytes[offset..<offset + replaced])
                    .copyBytes(from: written[..<replaced])
            }
            bytes.append(contentsOf: written[replaced...])
        }
    }
}
