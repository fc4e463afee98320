import FoundationEssentials
import TrackerDocuments

extension JSONValue {
    /// JSON on one line, with sorted keys.
    var text: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(self) else { return "not JSON" }
        return String(decoding: data, as: UTF8.self)
    }
}
