@testable import FIT

/// Collects what a decoder reads, by fields of interest.
final class CollectingSink: FITSink {
    struct Item: Equatable {
        var message: UInt16
        var timestamp: UInt32?
        var values: [Double?]
    }

    private(set) var items: [Item] = []
    private(set) var damage: [FITDamage.Kind] = []
    private(set) var developerValues: [String: Double?] = [:]
    private(set) var files = 0
    private let fields: [UInt8]

    init(fields: [UInt8] = []) {
        self.fields = fields
    }

    func beginFile(at offset: Int64) { files += 1 }

    func receive(_ message: FITMessage) {
        items.append(
            Item(
                message: message.number, timestamp: message.timestamp,
                values: fields.map { message.number($0) }))
        message.forEachDeveloperField { developerValues[$0.name] = $1 }
    }

    func receive(_ damage: FITDamage) { self.damage.append(damage.kind) }

    /// The result of decoding bytes in blocks of a size.
    static func reading(
        _ bytes: [UInt8], fields: [UInt8] = [], block: Int = .max
    ) throws -> CollectingSink {
        let sink = CollectingSink(fields: fields)
        var decoder = FITDecoder()
        var rest = bytes[...]
        while !rest.isEmpty {
            let next = rest.prefix(block)
            try next.withUnsafeBytes { try decoder.consume($0, into: sink) }
            rest = rest.dropFirst(next.count)
        }
        try decoder.finish(into: sink)
        return sink
    }
}
