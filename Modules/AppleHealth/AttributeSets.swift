/// A table of the attribute combinations of samples, numbered from 1; 0 is a sample without
/// attributes.
struct AttributeSets {
    /// The numbers of the texts by ``ScannedAttribute``; -1 for an absent one.
    struct Set: Hashable {
        private var texts = SIMD4<Int32>(repeating: -1)

        var isEmpty: Bool { texts == SIMD4(repeating: -1) }

        var count: Int {
            texts.indices.reduce(0) { $0 + (texts[$1] >= 0 ? 1 : 0) }
        }

        subscript(attribute: ScannedAttribute) -> Int32 {
            get { texts[Int(attribute.rawValue)] }
            set { texts[Int(attribute.rawValue)] = newValue }
        }
    }

    /// The most different texts; far above the number of zones, contexts and meals.
    private static let maximumTexts = 4096
    /// The most different sets of texts.
    private static let maximumSets = 1 << 16
    /// The most bytes of a text.
    private static let maximumTextLength = 128

    private let texts = ByteInterner(limit: maximumTexts)
    private var sets: [Set] = [Set()]
    private var numbers: [Set: Int32] = [Set(): 0]

    /// The number of an attribute's text; nil if the text is too long or the table is full.
    func text(_ bytes: ByteSlice) -> Int32? {
        guard bytes.count <= Self.maximumTextLength else { return nil }
        return texts.intern(bytes).map(Int32.init)
    }

    /// The number of a set; nil if the table is full.
    mutating func number(_ set: Set) -> Int32? {
        if set.isEmpty { return 0 }
        if let number = numbers[set] { return number }
        guard sets.count < Self.maximumSets else { return nil }
        let number = Int32(sets.count)
        sets.append(set)
        numbers[set] = number
        return number
    }

    /// The number of attributes of a set.
    func count(of number: Int32) -> Int { number == 0 ? 0 : sets[Int(number)].count }

    /// Appends the attribute columns of samples; `column` has the set number of each.
    func expand(_ column: UnsafeBufferPointer<Int32>, into batch: inout SampleBatch) {
        var indices: [Int32: Int32] = [:]
        for (sample, number) in column.enumerated() where number != 0 {
            let set = sets[Int(number)]
            for attribute in ScannedAttribute.allCases where set[attribute] >= 0 {
                let index = indices[set[attribute]] ?? Int32(batch.texts.count)
                if Int(index) == batch.texts.count {
                    indices[set[attribute]] = index
                    batch.texts.append(AttributeText.string(texts.text(Int(set[attribute]))))
                }
                batch.attributeSamples.append(Int32(sample))
                batch.attributeKinds.append(attribute.rawValue)
                batch.attributeTexts.append(index)
            }
        }
    }
}
