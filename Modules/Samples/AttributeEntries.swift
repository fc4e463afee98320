/// A list of sample attributes as borrowed columns: the sample's index, the kind and the index of
/// the text.
package struct AttributeEntries {
    /// Ascending.
    package var samples: UnsafeBufferPointer<Int32>.SubSequence
    package var kinds: UnsafeBufferPointer<Int32>
    package var textIndices: UnsafeBufferPointer<Int32>
    package var texts: [String]

    package init(
        samples: UnsafeBufferPointer<Int32>, kinds: UnsafeBufferPointer<Int32>,
        textIndices: UnsafeBufferPointer<Int32>, texts: [String]
    ) {
        precondition(samples.count == kinds.count && samples.count == textIndices.count)
        self.samples = samples[...]
        self.kinds = kinds
        self.textIndices = textIndices
        self.texts = texts
    }

    /// Removes and returns the entries of samples before `end`.
    package mutating func removePrefix(before end: Int) -> Self {
        var prefix = self
        let cut = samples.partitioningIndex { $0 >= end }
        prefix.samples = samples[..<cut]
        samples = samples[cut...]
        return prefix
    }
}

extension SampleColumns {
    /// Sets attributes; `shift` is added to the sample index of each entry.
    package mutating func set(_ entries: AttributeEntries, shift: Int) {
        // Texts repeat, so the code of each is looked up once.
        var codes: [UInt64: UInt32] = [:]
        var column = -1
        var columnKind: UInt8 = 0
        for entry in entries.samples.indices {
            let kind = UInt8(truncatingIfNeeded: entries.kinds[entry])
            if column < 0 || kind != columnKind {
                column = attributeIndex(kind)
                columnKind = kind
            }
            let textIndex = entries.textIndices[entry]
            let known = UInt64(kind) << 32 | UInt64(UInt32(bitPattern: textIndex))
            let code: UInt32
            if let found = codes[known] {
                code = found
            } else {
                code = attributes[column].code(of: entries.texts[Int(textIndex)])
                codes[known] = code
            }
            attributes[column].codes[Int(entries.samples[entry]) + shift] = code
        }
    }
}

extension RandomAccessCollection {
    /// The first index at which `isSecond` is true. The collection must be partitioned: after it,
    /// `isSecond` is true for all elements.
    package func partitioningIndex(where isSecond: (Element) -> Bool) -> Index {
        var low = startIndex
        var count = self.count
        while count > 0 {
            let half = count / 2
            let middle = index(low, offsetBy: half)
            if isSecond(self[middle]) {
                count = half
            } else {
                low = index(after: middle)
                count -= half + 1
            }
        }
        return low
    }
}
