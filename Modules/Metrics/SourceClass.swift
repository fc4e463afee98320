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
        for clue in clues.compactMap({ $0?.lowercased() }) {
            if clue.contains("watch") {
                self = .watch
                return
            }
            if clue.contains("phone") {
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
