internal import CXXHash
import Memberwise

/// XXH3-128 of the decoded columns of a chunk: chunks with equal samples have equal hashes,
/// independent of their encoding.
@Memberwise
package struct ContentHash: Hashable, Sendable {
    package var high: UInt64
    package var low: UInt64

    /// The hash of normal columns.
    ///
    /// The input is the count (u64), the starts, ends and values, then for each attribute its kind
    /// (u64), the count of its texts (u64), each text as a length (u64) and UTF-8, and its codes
    /// (u32): everything little-endian.
    package init(_ columns: SampleColumns) {
        guard let state = XXH3_createState() else {
            preconditionFailure("no memory for a hash of a few hundred bytes")
        }
        defer { XXH3_freeState(state) }
        XXH3_128bits_reset(state)
        func add<Element: BitwiseCopyable>(_ column: [Element]) {
            _ = column.withUnsafeBytes { XXH3_128bits_update(state, $0.baseAddress, $0.count) }
        }
        func add(number: Int) {
            var value = UInt64(number)
            _ = XXH3_128bits_update(state, &value, 8)
        }
        add(number: columns.count)
        add(columns.starts)
        add(columns.ends)
        add(columns.values)
        for attribute in columns.attributes {
            add(number: Int(attribute.kind))
            add(number: attribute.texts.count)
            for text in attribute.texts {
                add(number: text.utf8.count)
                add(Array(text.utf8))
            }
            add(attribute.codes)
        }
        let digest = XXH3_128bits_digest(state)
        self.init(high: digest.high64, low: digest.low64)
    }
}
