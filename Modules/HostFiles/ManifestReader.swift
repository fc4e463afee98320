import RPC

/// Removes the keys of a manifest one by one; the remaining ones are unknown.
struct ManifestReader {
    let file: String
    private var rest: [String: ManifestValue]

    init(_ bytes: [UInt8], file: String) throws(ManifestError) {
        self.file = file
        guard let document = try? JSONBody.decode(ManifestValue.self, from: Bytes(bytes)) else {
            throw ManifestError(file: file, problem: "it is not JSON")
        }
        guard case .object(let keys) = document else {
            throw ManifestError(file: file, problem: "it is not a JSON object")
        }
        rest = keys
    }

    private init(_ keys: [String: ManifestValue], file: String) {
        self.file = file
        rest = keys
    }

    /// The keys not read so far, sorted.
    var remainingKeys: [String] { rest.keys.sorted() }

    mutating func text(_ key: String) throws(ManifestError) -> String {
        switch rest.removeValue(forKey: key) {
        case .string(let value) where !value.isEmpty: return value
        case nil: throw error(key, "is missing")
        default: throw error(key, "must be a text that is not empty")
        }
    }

    /// The database of a worker; nil without the key.
    mutating func engine(_ key: String) throws(ManifestError) -> DatabaseKind? {
        guard rest[key] != nil else { return nil }
        let name = try text(key)
        guard let engine = DatabaseKind(rawValue: name) else {
            let known = DatabaseKind.allCases.map(\.rawValue).joined(separator: ", ")
            throw error(key, "must be one of \(known), not \"\(name)\"")
        }
        return engine
    }

    mutating func texts(_ key: String) throws(ManifestError) -> [String] {
        guard let value = rest.removeValue(forKey: key) else { return [] }
        guard case .array(let elements) = value else { throw error(key, "must be a list of texts") }
        var texts: [String] = []
        for element in elements {
            guard case .string(let text) = element, !text.isEmpty else {
                throw error(key, "must be a list of texts that are not empty")
            }
            guard !texts.contains(text) else { throw error(key, "names \"\(text)\" twice") }
            texts.append(text)
        }
        return texts
    }

    mutating func integer(
        _ key: String, in range: ClosedRange<Int>
    ) throws(ManifestError) -> Int? {
        guard let value = rest.removeValue(forKey: key) else { return nil }
        guard case .number(let number) = value, let integer = Int(exactly: number),
            range.contains(integer)
        else {
            throw error(
                key, "must be a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return integer
    }

    mutating func flag(_ key: String) throws(ManifestError) -> Bool {
        switch rest.removeValue(forKey: key) {
        case .bool(let value): return value
        case nil: return false
        default: throw error(key, "must be true or false")
        }
    }

    /// A list of objects, each of which identifies a format.
    mutating func signatures(
        _ key: String, readsGzip: Bool
    ) throws(ManifestError) -> [Signature] {
        guard let value = rest.removeValue(forKey: key) else { return [] }
        guard case .array(let elements) = value, (1...Signature.countLimit).contains(elements.count)
        else { throw error(key, "must be a list of 1 to \(Signature.countLimit) objects") }
        var signatures: [Signature] = []
        for element in elements {
            guard case .object(let keys) = element else {
                throw error(key, "must be a list of objects")
            }
            var reader = ManifestReader(keys, file: file)
            let signature = try reader.signature(readsGzip: readsGzip)
            if let unknown = reader.remainingKeys.first {
                throw error(key, "has the unknown key \"\(unknown)\"")
            }
            if let weakness = signature.weakness { throw error(key, weakness) }
            signatures.append(signature)
        }
        return signatures
    }

    private mutating func signature(readsGzip: Bool) throws(ManifestError) -> Signature {
        let contains = try texts("contains")
        let window = try integer("within", in: Signature.windowRange)
        let entry = rest["entry"] == nil ? nil : try text("entry")
        let tables = try texts("tables")
        guard tables.isEmpty || entry == nil else {
            throw error("signatures", "has both an entry and tables")
        }
        let dayMark = rest["dayMark"] == nil ? nil : try text("dayMark")
        let isFallback = try flag("fallback")
        let range = window ?? Signature.windowRange.upperBound
        guard contains.allSatisfy({ $0.utf8.count <= range }) else {
            throw error("signatures", "has a text that is longer than \"within\"")
        }
        return Signature(
            contains: contains, window: range, entry: entry, tables: tables, dayMark: dayMark,
            isFallback: isFallback, readsGzip: readsGzip)
    }

    func error(_ key: String, _ problem: String) -> ManifestError {
        ManifestError(file: file, key: key, problem: problem)
    }
}
