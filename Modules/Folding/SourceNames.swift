package import Contracts

/// The names that sources are shown by. A source that is written in several ways, with typographic
/// quotes or odd spaces, is one: of its spellings the first in the order of their characters is shown,
/// which is the plainest, whatever was imported first.
package struct SourceNames {
    private var names: [String: String] = [:]

    package init(_ keys: [SeriesKey]) {
        for key in keys {
            let known = names[key.sourceKey] ?? key.source
            names[key.sourceKey] = Self.precedes(key.source, known) ? key.source : known
        }
    }

    package subscript(key: SeriesKey) -> String { names[key.sourceKey] ?? key.source }

    private static func precedes(_ a: String, _ b: String) -> Bool {
        a.unicodeScalars.lexicographicallyPrecedes(b.unicodeScalars)
    }
}
