extension SampleColumns {
    /// The index of a sample: among equal times the one with the same bits, else the first whose
    /// value is equal within the tolerance; nil without such a sample. The columns must be normal.
    /// - Complexity: Logarithmic in the count, and linear in the samples of one start.
    package func index(start: Int64, end: Int64, value: Double) -> Int? {
        let first = starts.indices.partitioningIndex { starts[$0] >= start }
        var similar: Int?
        for index in first..<count {
            guard starts[index] == start else { break }
            guard ends[index] == end else { continue }
            if values[index].bitPattern == value.bitPattern { return index }
            if similar == nil, SampleIdentity.areEqual(values[index], value) { similar = index }
        }
        return similar
    }

    /// The attributes of a sample, by kind.
    package func attributes(of index: Int) -> [UInt8: String] {
        var texts: [UInt8: String] = [:]
        for column in attributes { texts[column.kind] = column.text(at: index) }
        return texts
    }

    /// The columns without the samples at `indices`; normal columns stay normal.
    package func removing(_ indices: Set<Int>) -> Self {
        guard !indices.isEmpty else { return self }
        let rest = (0..<count).filter { !indices.contains($0) }
        var columns = SampleColumns(
            starts: rest.map { starts[$0] }, ends: rest.map { ends[$0] },
            values: rest.map { values[$0] },
            attributes: attributes.map { column in
                AttributeColumn(
                    kind: column.kind, texts: column.texts, codes: rest.map { column.codes[$0] })
            })
        columns.canonicalizeAttributes()
        return columns
    }
}
