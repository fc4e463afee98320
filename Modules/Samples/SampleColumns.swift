/// Samples of one series, as columns of equal length.
///
/// Stored, hashed and merged columns are *normal*: sorted by start, end and value, without
/// duplicates, and with attributes in canonical form. See ``normalize()``.
package struct SampleColumns: Hashable, Sendable {
    /// Milliseconds since 1970 UTC.
    package var starts: [Int64]
    package var ends: [Int64]
    /// Values in the unit of the series.
    package var values: [Double]
    /// Ascending by kind; without empty columns.
    package var attributes: [AttributeColumn]

    package init(
        starts: [Int64] = [], ends: [Int64] = [], values: [Double] = [],
        attributes: [AttributeColumn] = []
    ) {
        precondition(starts.count == ends.count && starts.count == values.count)
        precondition(attributes.allSatisfy { $0.codes.count == starts.count })
        self.starts = starts
        self.ends = ends
        self.values = values
        self.attributes = attributes
    }

    package var count: Int { starts.count }
    package var isEmpty: Bool { starts.isEmpty }
    /// The number of texts of attributes, summed over the samples.
    package var attributeCount: Int {
        attributes.reduce(0) { $0 + $1.codes.count { $0 != AttributeColumn.noText } }
    }

    /// Appends samples.
    package mutating func append(
        starts newStarts: UnsafeBufferPointer<Int64>, ends newEnds: UnsafeBufferPointer<Int64>,
        values newValues: UnsafeBufferPointer<Double>
    ) {
        precondition(newStarts.count == newEnds.count && newStarts.count == newValues.count)
        starts.append(contentsOf: newStarts)
        ends.append(contentsOf: newEnds)
        values.append(contentsOf: newValues)
        for index in attributes.indices {
            attributes[index].codes.append(
                contentsOf: repeatElement(AttributeColumn.noText, count: newStarts.count))
        }
    }

    /// Appends one sample.
    package mutating func append(start: Int64, end: Int64, value: Double) {
        starts.append(start)
        ends.append(end)
        values.append(value)
        for index in attributes.indices { attributes[index].codes.append(AttributeColumn.noText) }
    }

    /// Sets an attribute of the sample at `index`.
    package mutating func setAttribute(_ kind: UInt8, of index: Int, to text: String) {
        let column = attributeIndex(kind)
        let code = attributes[column].code(of: text)
        attributes[column].codes[index] = code
    }

    mutating func attributeIndex(_ kind: UInt8) -> Int {
        if let index = attributes.firstIndex(where: { $0.kind == kind }) { return index }
        let index = attributes.firstIndex { $0.kind > kind } ?? attributes.count
        let codes = [UInt32](repeating: AttributeColumn.noText, count: count)
        attributes.insert(AttributeColumn(kind: kind, texts: [], codes: codes), at: index)
        return index
    }
}
