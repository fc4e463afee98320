import Memberwise

/// A text attribute of the samples of a chunk, such as their time zone: one code for each sample,
/// and a dictionary of texts.
@Memberwise
package struct AttributeColumn: Hashable, Sendable {
    /// The kind of attribute; the codec and the hash treat it as a number.
    package var kind: UInt8
    package var texts: [String]
    /// One code for each sample: ``noText``, else 1 + the index of the text.
    package var codes: [UInt32]
    /// The code of a sample without a text.
    package static let noText: UInt32 = 0

    /// The text of a sample; nil if it has none.
    package func text(at index: Int) -> String? {
        let code = codes[index]
        return code == Self.noText ? nil : texts[Int(code) - 1]
    }

    /// The code of a text, which is added to the dictionary if it is new.
    mutating func code(of text: String) -> UInt32 {
        if let index = texts.lastIndex(of: text) { return UInt32(index + 1) }
        texts.append(text)
        return UInt32(texts.count)
    }

    /// The column with its dictionary in order of first use; nil if no sample has a text. Equal
    /// columns have equal canonical forms.
    func canonical() -> Self? {
        var newCodes = [UInt32](repeating: 0, count: texts.count + 1)
        var known: [String: UInt32] = [:]
        var ordered: [String] = []
        var isUnchanged = true
        for code in codes where code != Self.noText && newCodes[Int(code)] == 0 {
            let text = texts[Int(code) - 1]
            let new = known[text] ?? UInt32(ordered.count + 1)
            if new > ordered.count {
                ordered.append(text)
                known[text] = new
            }
            newCodes[Int(code)] = new
            isUnchanged = isUnchanged && new == code
        }
        guard !ordered.isEmpty else { return nil }
        if isUnchanged && ordered.count == texts.count { return self }
        return Self(kind: kind, texts: ordered, codes: codes.map { newCodes[Int($0)] })
    }
}
