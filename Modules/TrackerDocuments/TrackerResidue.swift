/// What a document said that the domain does not hold, kept so that it is written again.
///
/// For each record: the fields whose text differs from what the domain would write. As long as the
/// domain's value is still the one it was, the document's own text is written.
package struct TrackerResidue: Hashable, Codable, Sendable {
    package struct Field: Hashable, Codable, Sendable {
        /// As the document had it, `nil` where it had nothing.
        package var written: JSONValue?
        /// As the domain would have written it then, `nil` for a key it does not know.
        package var canonical: JSONValue?
    }

    /// By list, by record, by key.
    package var records: [String: [String: [String: Field]]]
    /// Records without a place in the domain, by list.
    package var kept: [String: [JSONValue]]
    /// Keys of the document itself.
    package var root: [String: Field]

    package init() {
        records = [:]
        kept = [:]
        root = [:]
    }
}

extension TrackerResidue {
    static func difference(written: JSONObject, canonical: JSONObject) -> [String: Field] {
        var fields: [String: Field] = [:]
        for key in Set(written.keys).union(canonical.keys) where written[key] != canonical[key] {
            fields[key] = Field(written: written[key], canonical: canonical[key])
        }
        return fields
    }

    /// Keeps what a record said beyond the one that an export would write in its style.
    mutating func insert(
        _ written: JSONObject, canonical: JSONObject, styled: JSONObject, list: String, id: String
    ) {
        let fields = Self.difference(written: written, canonical: canonical)
            .filter { key, _ in written[key] != styled[key] }
        if !fields.isEmpty {
            records[list, default: [:]][id] = fields
        }
    }

    /// A record in its style as the domain writes it now, with what the document said where nothing
    /// changed.
    func restored(
        _ canonical: JSONObject, styled: JSONObject, list: String, id: String
    ) -> JSONObject {
        Self.restored(canonical, styled: styled, fields: records[list]?[id] ?? [:])
    }

    static func restored(
        _ canonical: JSONObject, styled: JSONObject, fields: [String: Field]
    ) -> JSONObject {
        var object = styled
        for (key, field) in fields where canonical[key] == field.canonical {
            object[key] = field.written
        }
        return object
    }
}

extension TrackerResidue.Field {
    private enum Key: String, CodingKey {
        case written, canonical
    }

    /// A null that was written and nothing at all are not the same.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        func value(_ key: Key) throws -> JSONValue? {
            container.contains(key) ? try container.decode(JSONValue.self, forKey: key) : nil
        }
        written = try value(.written)
        canonical = try value(.canonical)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        if let written { try container.encode(written, forKey: .written) }
        if let canonical { try container.encode(canonical, forKey: .canonical) }
    }
}
