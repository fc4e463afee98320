package import Contracts

/// The shown names of sources.
///
/// Spellings of one name that differ in typographic quotes or spaces are one source. The spelling
/// with the lowest code points is shown, independent of the order of imports.
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
