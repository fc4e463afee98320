/// The kind of recorder of a sample, by rank: where sources overlap, the lower rank counts unless a
/// person chose another order.
package enum SourceClass: String, Codable, CaseIterable, Comparable, Sendable {
    case manual
    case watch
    case phone
    case other

    /// The class of a sample: by its entered mark, then by words in the device's model and name, or in
    /// its text without fields; without these, by words in the name of the source.
    package init(isEntered: Bool, device: String, source: String) {
        if isEntered {
            self = .manual
            return
        }
        let described = [
            DeviceName.field("model", of: device), DeviceName.field("name", of: device),
            DeviceName.plainName(of: device),
        ].compactMap { $0 }
        let name = SourceName.normalized(source)
        let hasFields = DeviceName.plainName(of: device) == nil && !described.isEmpty
        // A plain text is the name of a product, which may not say more than the source.
        let clues = hasFields ? described : described + [name]
        self = clues.lazy.compactMap(Self.init(clue:)).first ?? .other
    }

    /// The class of the first word that names a kind of device; nil if none does.
    private init?(clue: String) {
        for word in clue.utf8.split(whereSeparator: { !$0.isLatinLetter }) {
            switch String(decoding: word.map { $0 | 0x20 }, as: UTF8.self) {
            case "watch", "applewatch", "smartwatch": self = .watch
            case "phone", "iphone", "smartphone": self = .phone
            default: continue
            }
            return
        }
        return nil
    }

    package static func < (a: SourceClass, b: SourceClass) -> Bool {
        a.rank < b.rank
    }

    /// The rank; 0 has the highest priority.
    package var rank: Int {
        switch self {
        case .manual: 0
        case .watch: 1
        case .phone: 2
        case .other: 3
        }
    }
}

extension UInt8 {
    fileprivate var isLatinLetter: Bool { (0x61...0x7A).contains(self | 0x20) }
}
