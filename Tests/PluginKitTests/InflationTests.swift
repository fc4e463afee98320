import Testing

@testable import PluginKit

/// Unpacking in the smallest steps.
struct InflationTests {
    /// "<Record/>" 40 times, packed by zlib.
    private static let packed: [UInt8] = [
        0xB3, 0x09, 0x4A, 0x4D, 0xCE, 0x2F, 0x4A, 0xD1, 0xB7, 0xB3, 0x19, 0x65, 0xD0, 0x92, 0x01,
        0x00,
    ]

    /// Unpacks `bytes`, `step` at a time, into buffers of `capacity` bytes.
    private func unpacked(_ bytes: [UInt8], step: Int, capacity: Int) -> [UInt8] {
        let inflation = Inflation()
        var next = 0
        var unpacked: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: capacity)
        while true {
            switch buffer.withUnsafeMutableBytes({ inflation.unpack(into: $0) }) {
            case .unpacked(let count): unpacked += buffer.prefix(count)
            case .needsInput:
                let block = bytes[next..<min(next + step, bytes.count)]
                guard !block.isEmpty else { return unpacked }
                next += block.count
                inflation.input.copyBytes(from: block)
                inflation.refill(block.count)
            case .ended(let count), .damaged(let count): return unpacked + buffer.prefix(count)
            }
        }
    }

    @Test(arguments: [1, 3, 16, 24])
    func `bytes after the end of a stream are not unpacked`(step: Int) {
        let bytes = Self.packed + [1, 2, 3, 4, 5, 6, 7, 8]
        let complete = Array(String(repeating: "<Record/>", count: 40).utf8)

        #expect(unpacked(bytes, step: step, capacity: 1) == complete)
    }

    @Test(arguments: 0..<(16 * 8))
    func `a stream with a changed bit unpacks to at most the capacity`(bit: Int) {
        var bytes = Self.packed
        bytes[bit / 8] ^= 1 << (bit % 8)

        for count in 1...bytes.count {
            #expect(unpacked(Array(bytes.prefix(count)), step: 64, capacity: 4096).count <= 4096)
        }
    }
}
