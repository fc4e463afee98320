extension SampleColumns {
    /// Sorts by start, end and value, removes duplicates, and brings attributes into canonical
    /// form.
    ///
    /// Of samples that are equal within the tolerance, the least value is kept. One pass if the
    /// samples are already in order, which is the usual case.
    /// - Returns: The number of removed duplicates.
    @discardableResult
    package mutating func normalize() -> Int {
        if !isStrictlyOrdered {
            if !isOrdered { gather(sortedPermutation()) }
            let duplicates = removeRepeated()
            canonicalizeAttributes()
            return duplicates
        }
        canonicalizeAttributes()
        return 0
    }

    /// True if every (start, end) is greater than the previous one, so that there are no
    /// duplicates.
    var isStrictlyOrdered: Bool {
        starts.withUnsafeBufferPointer { starts in
            ends.withUnsafeBufferPointer { ends in
                var previous = 0
                for index in starts.indices.dropFirst() {
                    let isGreater =
                        starts[index] > starts[previous]
                        || (starts[index] == starts[previous] && ends[index] > ends[previous])
                    guard isGreater else { return false }
                    previous = index
                }
                return true
            }
        }
    }

    private var isOrdered: Bool {
        starts.withUnsafeBufferPointer { starts in
            ends.withUnsafeBufferPointer { ends in
                values.withUnsafeBufferPointer { values in
                    for index in starts.indices.dropFirst() {
                        let a = SampleKey(starts[index - 1], ends[index - 1], values[index - 1])
                        let b = SampleKey(starts[index], ends[index], values[index])
                        if b < a { return false }
                    }
                    return true
                }
            }
        }
    }

    private func sortedPermutation() -> [Int32] {
        var keys: [(key: SampleKey, index: Int32)] = []
        keys.reserveCapacity(count)
        for index in 0..<count {
            keys.append((SampleKey(starts[index], ends[index], values[index]), Int32(index)))
        }
        // Equal samples keep their order, so that the first of them is kept by every sort
        // algorithm.
        keys.sort { $0.key < $1.key || (!($1.key < $0.key) && $0.index < $1.index) }
        return keys.map(\.index)
    }

    /// Keeps only the samples at `indices`, in that order.
    private mutating func gather(_ indices: [Int32]) {
        starts = indices.map { starts[Int($0)] }
        ends = indices.map { ends[Int($0)] }
        values = indices.map { values[Int($0)] }
        for column in attributes.indices {
            let codes = attributes[column].codes
            attributes[column].codes = indices.map { codes[Int($0)] }
        }
    }

    private mutating func removeRepeated() -> Int {
        var uniqueIndices: [Int32] = []
        uniqueIndices.reserveCapacity(count)
        var last = -1
        for index in 0..<count {
            let isRepeated =
                last >= 0 && starts[index] == starts[last] && ends[index] == ends[last]
                && SampleIdentity.areEqual(values[index], values[last])
            if isRepeated { continue }
            uniqueIndices.append(Int32(index))
            last = index
        }
        let repeated = count - uniqueIndices.count
        if repeated > 0 { gather(uniqueIndices) }
        return repeated
    }

    mutating func canonicalizeAttributes() {
        guard !attributes.isEmpty else { return }
        attributes = attributes.compactMap { $0.canonical() }
    }
}

/// The order of samples within a series. Values are compared as numbers and NaN is greater than all
/// numbers, so that the order is strict for any input.
struct SampleKey: Comparable {
    let start: Int64
    let end: Int64
    let value: Double

    init(_ start: Int64, _ end: Int64, _ value: Double) {
        self.start = start
        self.end = end
        self.value = value
    }

    static func < (a: Self, b: Self) -> Bool {
        if a.start != b.start { return a.start < b.start }
        if a.end != b.end { return a.end < b.end }
        return a.value < b.value || (b.value.isNaN && !a.value.isNaN)
    }
}
