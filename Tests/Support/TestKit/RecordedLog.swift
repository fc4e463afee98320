package import Logging
import Synchronization

/// The events that code under test logs, in order.
package final class RecordedLog: Sendable {
    private let stored = Mutex<[LogEvent]>([])

    package init() {}

    package var events: [LogEvent] { stored.withLock { $0 } }

    /// The events as `level: message`.
    package var lines: [String] { events.map { "\($0.level): \($0.message)" } }

    package var logger: Logger {
        Logger(label: "test") { _ in Handler(log: self) }
    }

    private struct Handler: LogHandler {
        let log: RecordedLog
        var logLevel = Logger.Level.info
        var metadata: Logger.Metadata = [:]

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            log.stored.withLock { $0.append(event) }
        }
    }
}

extension Logger {
    /// A logger that discards all events.
    package static var silent: Logger { Logger(label: "test") { _ in SwiftLogNoOpLogHandler() } }
}
