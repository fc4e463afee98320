import Memberwise

/// Text beside the samples of a chunk, such as the time zone they were taken in: one code a sample
/// into a dictionary of texts.
@Memberwise
package struct AttributeColumn: Hashable, Sendable {
    /// What the text means; the codec and the hash take it as a number.
    package var kind: UInt8
    package var texts: [String]
    /// One a sample: 0 for none, else 1 + the index of its text.
    package var codes: [UInt32]

    /// The text of a sample, nil when it has none.
    package func text(at index: Int) -> String? {
        let code = Int(codes[index])
        return code == 0 ? nil : texts[code - 1]
    }

    /// The code of a text, which is added when it is new.
    mutating func code(of text: String) -> UInt32 {
        if let index = texts.lastIndex(of: text) { return UInt32(index + 1) }
        texts.append(text)
        return UInt32(texts.count)
    }

    /// The same texts for the same samples, with the dictionary in order of first use; nil when no
    /// sample has any. Equal columns have equal canonical forms.
    func canonical() -> Self? {
        var place = [UInt32](repeating: 0, count: texts.count + 1)
        var known: [String: UInt32] = [:]
        var ordered: [String] = []
        var isUnchanged = true
        for code in codes where code != 0 && place[Int(code)] == 0 {
            let text = texts[Int(code) - 1]
            let new = known[text] ?? UInt32(ordered.count + 1)
            if new > ordered.count {
                ordered.append(text)
                known[text] = new
            }
            place[Int(code)] = new
            isUnchanged = isUnchanged && new == code
        }
        guard !ordered.isEmpty else { return nil }
        if isUnchanged && ordered.count == texts.count { return self }
        return Self(kind: kind, texts: ordered, codes: codes.map { place[Int($0)] })
    }
}
