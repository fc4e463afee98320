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

    /// The places of all that have the whole name: exactly, or where none has, without case. A document
    /// can bring several of one name.
    package static func places(called name: String, among names: [String]) -> [Int] {
        let exact = names.indices.filter { names[$0] == name }
        guard exact.isEmpty else { return exact }
        let lowered = name.lowercased()
        return names.indices.filter { names[$0].lowercased() == lowered }
    }

    /// The candidate that takes the fewest edits, when it takes at most a third of the word's
    /// letters; the first by alphabet of several.
    package static func closest(to word: String, among candidates: [String]) -> String? {
        let limit = max(1, word.count / 3)
        return candidates.map { ($0, editDistance(word, $0)) }
            .filter { $0.1 <= limit }
            .min { ($0.1, $0.0) < ($1.1, $1.0) }?.0
    }

    /// Optimal string alignment: Levenshtein's distance, with two letters exchanged as one edit.
    private static func editDistance(_ a: String, _ b: String) -> Int {
        let a = Array(a.lowercased())
        let b = Array(b.lowercased())
        var beforeLast: [Int] = []
        var last = Array(0...b.count)
        for i in a.indices {
            var row = [i + 1]
            for j in b.indices {
                let substitution = last[j] + (a[i] == b[j] ? 0 : 1)
                var least = min(substitution, last[j + 1] + 1, row[j] + 1)
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
                    least = min(least, beforeLast[j - 1] + 1)
                }
                row.append(least)
            }
            (beforeLast, last) = (last, row)
        }
        return last[b.count]
    }
}
