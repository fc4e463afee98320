/// How well an importer fits a file; the best first.
package enum ImporterFit: Int, Comparable, CaseIterable, Sendable {
    /// A pattern of names and a signature match.
    case nameAndSignature
    /// A pattern of names matches, and the importer declares no signature.
    case name
    /// A signature matches, whatever the file is called.
    case signature
    /// The importer declares no signature and accepts every name.
    case anyFile

    package static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}

extension Manifest {
    /// Patterns that say something about a name.
    var namePatterns: [String] { accepts.filter { $0.contains { $0 != "*" } } }

    /// True if the importer accepts every name.
    var canAcceptAnyName: Bool { accepts.count > namePatterns.count }

    /// How well the importer fits a file of this name; nil if it does not.
    ///
    /// `matches` looks for a signature in the file, and is called at most once for each.
    package func fit(fileName: String, matches: (Signature) -> Bool) -> ImporterFit? {
        let hasName = namePatterns.contains { FilePattern($0).matches(fileName) }
        guard !signatures.isEmpty else {
            return hasName ? .name : canAcceptAnyName ? .anyFile : nil
        }
        guard signatures.contains(where: matches) else { return nil }
        return hasName ? .nameAndSignature : .signature
    }
}

extension Sequence {
    /// The elements of the best fit; several are a tie.
    package func bestFits(_ fit: (Element) -> ImporterFit?) -> [Element] {
        var best: ImporterFit?
        var elements: [Element] = []
        for element in self {
            guard let fit = fit(element) else { continue }
            if let best, fit > best { continue }
            if fit != best { elements = [] }
            best = fit
            elements.append(element)
        }
        return elements
    }
}
