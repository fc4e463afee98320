/// The form of the records of logs.
package enum LogFormat: String, CaseIterable, Sendable {
    /// The time, the level, the source and the message, then fields as `key=value`.
    case text
    /// A JSON object with `time`, `level`, `source`, `message` and the fields, all of them texts.
    case json
}
