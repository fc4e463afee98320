import HostFiles
import Logging

/// Writes each log record as a line to standard error, which the supervisor collects.
struct LineLogHandler: LogHandler {
    let label: String
    var logLevel: Logger.Level
    var metadata: Logger.Metadata = [:]

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        var message = event.message.description
        let fields = metadata.merging(event.metadata ?? [:]) { $1 }
        for (key, value) in fields.sorted(by: { $0.key < $1.key }) {
            message += " \(key)=\(value)"
        }
        LogLine.writeToStandardError(
            level: event.level.rawValue, source: label, message: message)
    }
}
