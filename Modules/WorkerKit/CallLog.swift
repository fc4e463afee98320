import Logging
import RPC

/// The log records of answered calls.
enum CallLog {
    /// Writes a record for each call that this process answers, at the level debug, and for each that fails
    /// by a defect, at the level error. Records have no content of messages.
    static func start(_ logger: Logger) {
        SpanLog.process.forward { span in
            let isDefect = [.internal, .unknown, .dataLoss].contains(span.status)
            let level = isDefect ? Logger.Level.error : .debug
            guard logger.logLevel <= level else { return }
            TraceScope.$current.withValue(TraceScope(context: span.context, call: span.call)) {
                logger.log(
                    level: level, "\(span.method)",
                    metadata: [
                        "status": "\(span.status.name)", "micros": "\(span.duration)",
                    ])
            }
        }
    }
}
