import CInflate

/// A deflate stream with the buffer of its packed bytes.
final class Inflation {
    enum Outcome {
        case unpacked(Int)
        case needsInput
        case ended(Int)
        case damaged(Int)
    }

    /// The buffer for packed bytes.
    let input = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 64)
    private let inflater: OpaquePointer
    private var range = 0..<0
    private var hasEnded = false

    init() {
        guard let inflater = dayline_inflater_new() else {
            preconditionFailure("out of memory")
        }
        self.inflater = inflater
    }

    deinit {
        dayline_inflater_free(inflater)
        input.deallocate()
    }

    /// Number of bytes of ``input`` behind the end of the stream.
    var unusedCount: Int { range.count }

    /// The bytes behind the end of the stream that were taken from ``input``, at most eight.
    var readAheadBytes: [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 8) { bytes, count in
            count = dayline_inflater_read_ahead(inflater, bytes.baseAddress)
        }
    }

    /// Sets the number of packed bytes in ``input``.
    func refill(_ count: Int) {
        range = 0..<count
    }

    /// Unpacks into `output`, which must not be empty. The outcomes have the number of bytes written.
    func unpack(into output: UnsafeMutableRawBufferPointer) -> Outcome {
        guard !hasEnded else { return .ended(0) }
        let packed = input.bindMemory(to: UInt8.self)
        var source = packed.baseAddress.map { UnsafePointer($0 + range.lowerBound) }
        var sourceCount = range.count
        var target = output.bindMemory(to: UInt8.self).baseAddress
        var targetCount = output.count
        let code = dayline_inflate(inflater, &source, &sourceCount, &target, &targetCount)
        let count = output.count - targetCount
        let isStuck = count == 0 && sourceCount == range.count && !range.isEmpty
        range = (range.upperBound - sourceCount)..<range.upperBound
        if code != 0 { hasEnded = true }
        switch code {
        case 1: return .ended(count)
        case 0 where !isStuck: return count == 0 && range.isEmpty ? .needsInput : .unpacked(count)
        default: return .damaged(count)
        }
    }
}
