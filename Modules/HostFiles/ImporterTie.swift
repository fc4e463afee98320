/// Two importers that have the same rank for files that both accept.
package struct ImporterTie: Hashable, Sendable {
    package let names: [String]
    /// The names or the signature that both accept.
    package let reason: String

    /// The sentence shown by `dayline plugins`.
    package var message: String {
        "\(names.joined(separator: " and ")) fit the same files equally well (\(reason)): "
            + "such a file is imported only with --as."
    }
}

extension PluginCatalog {
    /// The pairs of importers that can have the same rank.
    package var ties: [ImporterTie] {
        let importers = plugins(of: .importer).map(\.manifest)
        return importers.indices.flatMap { index in
            importers[(index + 1)...].compactMap { Self.tie(importers[index], $0) }
        }
    }

    private static func tie(_ a: Manifest, _ b: Manifest) -> ImporterTie? {
        guard a.isFallback == b.isFallback else { return nil }
        let names = [a.name, b.name]
        if let signature = a.signatures.first(where: b.signatures.contains) {
            let texts = signature.contains.joined(separator: ", ")
            return ImporterTie(
                names: names, reason: "signature \(signature.entry.map { "\($0) " } ?? "")\(texts)")
        }
        guard a.signatures.isEmpty, b.signatures.isEmpty else { return nil }
        for pattern in a.namePatterns {
            for other in b.namePatterns where FilePattern(pattern).overlaps(FilePattern(other)) {
                let both = pattern == other ? pattern : "\(pattern), \(other)"
                return ImporterTie(names: names, reason: "names \(both)")
            }
        }
        guard a.canAcceptAnyName, b.canAcceptAnyName else { return nil }
        return ImporterTie(names: names, reason: "every name")
    }
}

extension FilePattern {
    /// True if some name matches both patterns.
    func overlaps(_ other: FilePattern) -> Bool {
        let (a, b) = (Array(text), Array(other.text))
        // common[j]: the rest of `a` from i and the rest of `b` from j match a common name.
        var common = [Bool](repeating: false, count: b.count + 1)
        for i in (0...a.count).reversed() {
            let below = common
            for j in (0...b.count).reversed() {
                if i == a.count, j == b.count {
                    common[j] = true
                } else if i < a.count, a[i] == "*" {
                    common[j] = below[j] || (j < b.count && common[j + 1])
                } else if j < b.count, b[j] == "*" {
                    common[j] = common[j + 1] || (i < a.count && below[j])
                } else {
                    common[j] = i < a.count && j < b.count && a[i] == b[j] && below[j + 1]
                }
            }
        }
        return common[0]
    }
}
