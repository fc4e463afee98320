/// The rank of an importer for a file, best first.
package enum ImporterFit: Int, Comparable, CaseIterable, Sendable {
    /// A pattern of names and a signature match.
    case nameAndSignature
    /// A pattern of names matches, and the importer declares no signature.
    case name
    /// A signature matches; the name does not count.
    case signature
    /// The importer declares no signature and accepts every name.
    case anyFile
    /// The importer accepts the file, and the importer or its signature is a fallback.
    case fallback

    package static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}

extension Manifest {
    /// Patterns that restrict the name.
    var namePatterns: [String] { accepts.filter { $0.contains { $0 != "*" } } }

    /// True if the importer accepts every name.
    var canAcceptAnyName: Bool { accepts.count > namePatterns.count }

    /// The rank of the importer for a file of this name; nil if it does not accept the file.
    ///
    /// `matches` searches the file for a signature, and is called at most once for each.
    package func fit(fileName: String, matches: (Signature) -> Bool) -> ImporterFit? {
        guard let fit = ownFit(fileName: fileName, matches: matches) else { return nil }
        return isFallback ? .fallback : fit
    }

    /// The rank without regard to fallbacks.
    private func ownFit(fileName: String, matches: (Signature) -> Bool) -> ImporterFit? {
        let names = readsGzip ? Signature.unpackedNames(of: fileName) : [fileName]
        let hasName = namePatterns.contains { names.contains(where: FilePattern($0).matches) }
        guard !signatures.isEmpty else {
            return hasName ? .name : canAcceptAnyName ? .anyFile : nil
        }
        if signatures.contains(where: { !$0.isFallback && matches($0) }) {
            return hasName ? .nameAndSignature : .signature
        }
        return signatures.contains { $0.isFallback && matches($0) } ? .fallback : nil
    }
}

extension Sequence {
    /// The elements with the best rank; more than one is a tie.
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
