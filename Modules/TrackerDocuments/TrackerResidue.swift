package import JSON

/// The parts of a document that no rule needs, kept for the next export.
///
/// For each record, the residue has the fields that differ from the exported form. A field is written with
/// its original text as long as its value in the tracker is unchanged.
package struct TrackerResidue: Hashable, Codable, Sendable {
    package struct Field: Hashable, Codable, Sendable {
        /// The value in the document; nil if the field was absent.
        package var written: JSONValue?
        /// The value that an export would have written then; nil for an unknown key.
        package var canonical: JSONValue?
    }

    /// Fields by list, record and key.
    package var records: [String: [String: [String: Field]]]
    /// Records that cannot be represented, by list.
    package var unrepresented: [String: [JSONValue]]
    /// Top-level fields of the document.
    package var root: [String: Field]

    package init() {
        records = [:]
        unrepresented = [:]
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

    /// Stores the fields of a record that differ from the styled exported record.
    mutating func insert(
        _ written: JSONObject, canonical: JSONObject, styled: JSONObject, list: String, id: String
    ) {
        let fields = Self.difference(written: written, canonical: canonical)
            .filter { key, _ in written[key] != styled[key] }
        if !fields.isEmpty {
            records[list, default: [:]][id] = fields
        }
    }

    /// The exported record in its style, with the original text of unchanged fields.
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

    /// An explicit null differs from an absent value.
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
