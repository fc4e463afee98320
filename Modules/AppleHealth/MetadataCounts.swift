/// Counts metadata entries that are not stored, by key.
struct MetadataCounts {
    private static let maximumKeys = 4096
    private static let maximumKeyLength = 256

    private let keys = ByteInterner(limit: maximumKeys)
    private var counts: [Int] = []
    private var others = 0

    /// The number of a key, for ``count(_:)``; -1 if the table is full.
    mutating func number(of key: ByteSlice) -> Int {
        guard key.count <= Self.maximumKeyLength, let number = keys.intern(key) else { return -1 }
        if number == counts.count { counts.append(0) }
        return number
    }

    mutating func count(_ number: Int) {
        if number < 0 { others += 1 } else { counts[number] += 1 }
    }

    var byKey: [String: Int] {
        var result: [String: Int] = others > 0 ? ["other": others] : [:]
        for (number, count) in counts.enumerated() where count > 0 {
            result[AttributeText.string(keys.text(number)), default: 0] += count
        }
        return result
    }
}
