import StorageCore

/// A value of a row that is hashed before it is bound, instead of being read back from the inserted row.
protocol RowValue: BulkValue {
    /// Appends the value as SQLite stores it.
    func append(to hasher: inout RowHasher)
}

extension Int64: RowValue {
    func append(to hasher: inout RowHasher) { hasher.append(self) }
}

extension Int32: RowValue {
    func append(to hasher: inout RowHasher) { hasher.append(Int64(self)) }
}

extension Double: RowValue {
    func append(to hasher: inout RowHasher) { hasher.append(self) }
}

extension String: RowValue {
    func append(to hasher: inout RowHasher) {
        var copy = self
        copy.withUTF8 { hasher.append(text: UnsafeRawBufferPointer($0)) }
    }
}

extension Optional: RowValue where Wrapped: RowValue {
    func append(to hasher: inout RowHasher) {
        if let self { self.append(to: &hasher) } else { hasher.appendNull() }
    }
}

extension EntryKey: RowValue {
    func append(to hasher: inout RowHasher) {
        switch self {
        case .text(let text): text.append(to: &hasher)
        case .uuid(let high, let low):
            withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { hasher.append(blob: $0) }
        }
    }
}
