import FoundationEssentials
import TrackerDocuments

extension JSONValue {
    /// One line of JSON, keys in order.
    var text: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(self) else { return "no JSON" }
        return String(decoding: data, as: UTF8.self)
    }
}
