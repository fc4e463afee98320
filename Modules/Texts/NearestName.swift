/// The name nearest to a word by edit distance, ignoring case; nil if more than a third of the
/// word's letters differ. Of equal distances, the first by alphabet.
package func nearestName(to word: String, among names: some Sequence<String>) -> String? {
    let letters = Array(word.lowercased())
    let limit = max(1, letters.count / 3)
    return names.map { (name: $0, letters: Array($0.lowercased())) }
        // The distance is at least the difference of the lengths.
        .filter { abs($0.letters.count - letters.count) <= limit }
        .map { (name: $0.name, distance: editDistance(letters, $0.letters)) }
        .filter { $0.distance <= limit }
        .min { ($0.distance, $0.name) < ($1.distance, $1.name) }?.name
}

/// Optimal string alignment distance: Levenshtein, with a swap of two adjacent letters as one edit.
private func editDistance(_ a: [Character], _ b: [Character]) -> Int {
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
