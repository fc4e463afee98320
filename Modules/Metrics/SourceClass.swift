/// Who recorded a sample, by rank: where sources overlap the first of these counts, unless a person
/// orders them otherwise.
package enum SourceClass: String, Codable, CaseIterable, Comparable, Sendable {
    case manual
    case watch
    case phone
    case other

    /// Told by the entered mark, then the device's model and name, then the source's name.
    package init(isEntered: Bool, device: String, source: String) {
        if isEntered {
            self = .manual
            return
        }
        let clues = [
            DeviceName.field("model", of: device), DeviceName.field("name", of: device),
            SourceName.normalized(source),
        ]
        for clue in clues.compactMap({ $0 }) {
            if clue.mentions("watch") {
                self = .watch
                return
            }
            if clue.mentions("phone") {
                self = .phone
                return
            }
        }
        self = .other
    }

    package static func < (a: SourceClass, b: SourceClass) -> Bool {
        a.rank < b.rank
    }

    /// 0 is the highest.
    package var rank: Int {
        switch self {
        case .manual: 0
        case .watch: 1
        case .phone: 2
        case .other: 3
        }
    }
}

extension String {
    /// Whether a word of small Latin letters is in the text, whose letters may be capitals.
    fileprivate func mentions(_ word: StaticString) -> Bool {
        let letters = utf8.map { (65...90).contains($0) ? $0 | 0x20 : $0 }
        let count = word.utf8CodeUnitCount
        guard letters.count >= count else { return false }
        let wanted = UnsafeBufferPointer(start: word.utf8Start, count: count)
        return (0...(letters.count - count)).contains { letters[$0...].starts(with: wanted) }
    }
}
