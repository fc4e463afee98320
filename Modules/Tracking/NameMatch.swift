/// Finding one of several things by what a person types.
package enum NameMatch: Hashable, Sendable {
    /// The place of the one that is meant.
    case found(Int)
    /// Several begin with it, in order of name.
    case ambiguous([String])
    /// None does; the closest one may have been meant.
    case unknown(closest: String?)

    /// The name that is meant: exactly, then without case, then by unique beginning.
    package init(_ typed: String, among names: [String]) {
        let lowered = typed.lowercased()
        if let place = names.firstIndex(of: typed)
            ?? names.firstIndex(where: { $0.lowercased() == lowered })
        {
            self = .found(place)
            return
        }
        let beginning = names.indices.filter { index in
            !lowered.isEmpty && names[index].lowercased().hasPrefix(lowered)
        }
        switch beginning.count {
        case 0: self = .unknown(closest: Self.closest(to: typed, among: names))
        case 1: self = .found(beginning[0])
        default: self = .ambiguous(beginning.map { names[$0] }.sorted())
        }
    }

    /// The candidate that takes the fewest edits, when it takes at most a third of the word's
    /// letters; the first by alphabet of several.
    package static func closest(to word: String, among candidates: [String]) -> String? {
        let limit = max(1, word.count / 3)
        return candidates.map { ($0, editDistance(word, $0)) }
            .filter { $0.1 <= limit }
            .min { ($0.1, $0.0) < ($1.1, $1.0) }?.0
    }

    /// Levenshtein's distance.
    private static func editDistance(_ a: String, _ b: String) -> Int {
        let a = Array(a.lowercased())
        let b = Array(b.lowercased())
        var row = Array(0...b.count)
        for i in a.indices {
            var diagonal = row[0]
            row[0] = i + 1
            for j in b.indices {
                let substitution = diagonal + (a[i] == b[j] ? 0 : 1)
                diagonal = row[j + 1]
                row[j + 1] = min(substitution, row[j] + 1, row[j + 1] + 1)
            }
        }
        return row[b.count]
    }
}
