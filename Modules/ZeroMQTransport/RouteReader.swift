import Glibc

/// Decodes routes. Consecutive requests often have the same route, whose string is then reused.
package struct RouteReader {
    private var latest = ""

    package init() {}

    package mutating func route(_ bytes: UnsafeRawBufferPointer) -> String {
        let isLatest = latest.utf8.withContiguousStorageIfAvailable { latest in
            guard latest.count == bytes.count else { return false }
            guard let start = latest.baseAddress, let other = bytes.baseAddress else { return true }
            return memcmp(start, other, bytes.count) == 0
        }
        if isLatest != true { latest = String(decoding: bytes, as: UTF8.self) }
        return latest
    }
}
