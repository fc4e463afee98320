import HostFiles
import Logging
import RPC

/// Writes each log record as a line to standard error, which the supervisor collects. Records of a call
/// have the fields `call` and `trace`.
struct LineLogHandler: LogHandler {
    let label: String
    let format: LogFormat
    var metadata: Logger.Metadata = [:]
    /// Nil: the level of the process, which can change.
    private var ownLevel: Logger.Level?

    init(label: String, format: LogFormat = .text) {
        self.label = label
        self.format = format
    }

    var logLevel: Logger.Level {
        get { ownLevel ?? Logger.Level(LogThreshold.process.level) }
        set { ownLevel = newValue }
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        var fields = metadata.merging(event.metadata ?? [:]) { $1 }.mapValues(\.description)
        if let scope = TraceScope.current {
            fields["trace"] = scope.context.trace.description
            fields["call"] = scope.call?.description
        }
        LogLine.writeToStandardError(
            level: event.level.rawValue, source: label, message: event.message.description,
            fields: fields, format: format)
    }
}

extension Logger.Level {
    init(_ level: LogThreshold.Level) {
        self = Self(rawValue: level.rawValue) ?? .info
    }
}
