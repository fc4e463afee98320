import JSON
import Presentation
import RPC

/// Parses the messages of `dayline call`.
enum CallText {
    /// - Throws: A ``UsageError`` if the text is not JSON or the body does not match the schema.
    static func content(_ text: String, as form: MessageValidator?) throws -> WireContent {
        // The server's decoder, so that the server accepts the same texts.
        guard !text.isEmpty, let value = try? JSONBody.decode(JSONValue.self, from: Bytes(text))
        else {
            throw UsageError(
                "The request is not JSON: \(text.prefix(60))",
                hint: "For example: '{\"name\":\"steps\"}'")
        }
        let content: WireContent
        do {
            content = try WireContent(json: value, text: Bytes(text))
        } catch let status as Status {
            throw UsageError(status.message, hint: status.hint)
        }
        try form?.check(JSONBody.decode(JSONValue.self, from: content.body))
        return content
    }
}
