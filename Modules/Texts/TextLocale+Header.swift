extension TextLocale {
    /// The conventions of the first known language of an Accept-Language header (RFC 9110, 12.5.4), by its
    /// weights; nil: none is known.
    package init?(acceptLanguage header: String) {
        let ranges = header.prefix(Self.headerLimit).split(separator: ",").map(Self.range)
            .filter { $0.weight > 0 }
        let ordered = ranges.enumerated().sorted {
            ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset)
        }
        guard let first = ordered.lazy.compactMap({ Self.find($0.element.tag) }).first else {
            return nil
        }
        self = first
    }

    /// Characters of a header that are read.
    private static let headerLimit = 1024

    /// A language range and its weight of 0 to 1; 1 without a weight, 0 for one that is not a number.
    private static func range(_ text: Substring) -> (tag: String, weight: Double) {
        let parts = text.split(separator: ";").map { String($0).trimmed }
        guard let tag = parts.first else { return ("", 0) }
        guard let weight = parts.dropFirst().first(where: { $0.hasPrefix("q=") }) else {
            return (tag, 1)
        }
        return (tag, Double(weight.dropFirst(2)).map { min(max($0, 0), 1) } ?? 0)
    }

    /// The conventions of a tag: those of its language and region, else those of its language.
    private static func find(_ tag: String) -> TextLocale? {
        let parts = tag.lowercased().split(separator: "-")
        guard let language = parts.first else { return nil }
        let region = parts.dropFirst().first {
            $0.count == 2 || $0.count == 3 && $0.allSatisfy(\.isNumber)
        }
        return region.flatMap { byTag["\(language)-\($0)"] } ?? byTag[String(language)]
    }

    private static let byTag = Dictionary(
        uniqueKeysWithValues: known.map { ($0.tag.lowercased(), $0) })
}
