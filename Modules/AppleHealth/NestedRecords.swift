/// The records within correlations, which become samples only if the top level does not repeat them.
///
/// That is known at the end of the file. Until then the nested records are queued, with a 64-bit
/// fingerprint of each top-level sample of a type that correlations have: among a billion samples the
/// probability of a collision is below 3 %.
struct NestedRecords {
    struct Record {
        let series: Int32
        let attributes: Int32
        let start: Int64
        let end: Int64
        let value: Double
        let fingerprint: UInt64
    }

    /// Maximum number of queued records, of 40 bytes. Beyond the limits a sample may be sent twice, which is
    /// harmless: equal samples are stored once.
    static let maximumPending = 1 << 17
    /// Maximum number of fingerprints, of 16 bytes with the free places of the set.
    static let maximumFingerprints = 1 << 19

    private(set) var topLevel: Set<UInt64> = []
    private var pending: [Record] = []

    var isFull: Bool { pending.count >= Self.maximumPending }

    mutating func addTopLevel(_ fingerprint: UInt64) {
        _ = insert(fingerprint)
    }

    /// - Returns: False if the set has the fingerprint.
    private mutating func insert(_ fingerprint: UInt64) -> Bool {
        guard topLevel.count < Self.maximumFingerprints else {
            return !topLevel.contains(fingerprint)
        }
        return topLevel.insert(fingerprint).inserted
    }

    /// Queues a record within a correlation.
    mutating func append(_ record: Record) {
        pending.append(record)
    }

    /// Removes all queued records: those that the top level does not have, each once, and the others.
    mutating func removePending() -> (single: [Record], repeated: [Record]) {
        var single: [Record] = []
        var repeated: [Record] = []
        for record in pending {
            if insert(record.fingerprint) {
                single.append(record)
            } else {
                repeated.append(record)
            }
        }
        pending = []
        return (single, repeated)
    }

    /// A hash of the sample and its series' identity.
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
