/// The records within correlations, which are samples only if the top level does not repeat them.
///
/// That is known at the end of the file. Until then the nested ones are held, and of the top level a
/// number for each sample of a type that correlations hold; 64 bits of it, so that two of a billion
/// samples agree by chance with a probability below 3 %.
struct NestedRecords {
    struct Record {
        let series: Int32
        let start: Int64
        let end: Int64
        let value: Double
        let attributes: Int32
        let fingerprint: UInt64
    }

    /// The most that are held. Beyond these bounds a sample may be handed over twice, which loses
    /// nothing, since equal samples are one.
    private static let maximumPending = 1 << 20
    private static let maximumMarks = 1 << 22

    private var topLevel: Set<UInt64> = []
    private var pending: [Record] = []

    var isFull: Bool { pending.count >= Self.maximumPending }

    mutating func addTopLevel(_ mark: UInt64) {
        if topLevel.count < Self.maximumMarks { topLevel.insert(mark) }
    }

    /// Holds a record within a correlation.
    mutating func append(_ record: Record) {
        pending.append(record)
    }

    /// The records without a twin on the top level, each once, and all others.
    mutating func removePending() -> (single: [Record], repeated: [Record]) {
        var single: [Record] = []
        var repeated: [Record] = []
        for record in pending {
            if topLevel.insert(record.fingerprint).inserted {
                single.append(record)
            } else {
                repeated.append(record)
            }
        }
        pending = []
        return (single, repeated)
    }

    /// What tells a sample from others, its series' identity included.
    static func fingerprint(identity: Int32, start: Int64, end: Int64, value: Double) -> UInt64 {
        var hash: UInt64 = 0x9E37_79B9_7F4A_7C15 ^ UInt64(UInt32(bitPattern: identity))
        func mix(_ word: UInt64) {
            let product = (hash ^ word).multipliedFullWidth(by: 0xA076_1D64_78BD_642F)
            hash = product.high ^ product.low
        }
        mix(UInt64(bitPattern: start))
        mix(UInt64(bitPattern: end))
        mix(value.bitPattern)
        return hash
    }
}
