/// The protocol of the supervisor and a process that it starts, in any language: environment
/// variables at the start, then lines of text over one socket, each ended by a line feed.
///
/// A closed socket means that the other process has ended, so that a process notices the end of its
/// supervisor at once.
package enum WorkerHandshake {
    /// The environment variables of a process. None contains a secret, since other processes may
    /// read the environment.
    package enum Variable: String, CaseIterable, Sendable {
        /// The folder of the data.
        case home = "DAYLINE_HOME"
        /// The folder of the sockets.
        case run = "DAYLINE_RUN"
        /// The endpoint of the bus, such as `ipc:///run/user/1000/dayline-1f/bus.sock`, or the address of
        /// a system on another machine, such as `tcp://192.168.1.20:8421`.
        case bus = "DAYLINE_BUS"
        /// The path of the key file for a system on another machine; otherwise missing.
        case keyFile = "DAYLINE_KEY_FILE"
        /// The name of this run of the process, which is never used again.
        case instance = "DAYLINE_INSTANCE"
        /// The name of the process, such as `aggregation-2`.
        case worker = "DAYLINE_WORKER"
        /// Largest number of concurrent calls, from the manifest; may be missing.
        case capacity = "DAYLINE_CAPACITY"
        /// The lowest level of written log records: trace, debug, info, notice, warning or error.
        case logLevel = "DAYLINE_LOG_LEVEL"
        /// The form of log records: text or json; text if missing.
        case logFormat = "DAYLINE_LOG_FORMAT"
        /// The reason why the folder of the data cannot be written; missing if the folder can be
        /// written. The process then serves only reads and rejects other calls with
        /// FAILED_PRECONDITION.
        case readOnly = "DAYLINE_READ_ONLY"
        /// The address of the database server, without a password; missing if the data is in the home.
        case database = "DAYLINE_DATABASE"
        /// The path of the file with the password for that server; may be missing.
        case databasePasswordFile = "DAYLINE_DATABASE_PASSWORD_FILE"
        /// The number of the descriptor of the socket to the supervisor.
        case supervisor = "DAYLINE_SUPERVISOR_FD"
        /// The number of the descriptor from which the token of this start is read, to its end; of the
        /// broker, the secret that tokens are made of.
        case token = "DAYLINE_TOKEN_FD"
    }

    /// A message of a process to the supervisor.
    package enum Report: Hashable, Sendable {
        /// The process serves calls.
        case ready
        /// The process has a long task before it serves calls, described for people; its start may
        /// take the same time again.
        case preparing(String)
        /// The process cannot serve calls, for a reason described for people, and is about to end.
        case failed(String)

        /// Nil for an unknown line, which is ignored for compatibility with later versions.
        package init?(line: some StringProtocol) {
            if line == "ready" {
                self = .ready
            } else if line.hasPrefix("failed ") {
                self = .failed(String(line.dropFirst(7)))
            } else if line.hasPrefix("preparing ") {
                self = .preparing(String(line.dropFirst(10)))
            } else {
                return nil
            }
        }

        /// The line without its line feed.
        package var line: String {
            switch self {
            case .ready: "ready"
            case .failed(let reason): "failed " + Self.oneLine(reason)
            case .preparing(let task): "preparing " + Self.oneLine(task)
            }
        }

        private static func oneLine(_ text: String) -> String {
            text.split(separator: "\n").joined(separator: " ")
        }
    }

    /// A message of the supervisor to a process.
    package enum Command: String, Sendable {
        /// Accept no new calls, finish open calls, and end.
        case drain
    }
}

/// Splits received bytes into lines. A line that is too long is dropped.
package struct LineBuffer: Sendable {
    private var partial: [UInt8] = []
    private var isTooLong = false

    package static let lengthLimit = 4096

    package init() {}

    /// Appends bytes.
    /// - Returns: The completed lines without their line feeds.
    package mutating func lines(adding bytes: some Sequence<UInt8>) -> [String] {
        var lines: [String] = []
        for byte in bytes {
            if byte == UInt8(ascii: "\n") {
                if !isTooLong { lines.append(String(decoding: partial, as: UTF8.self)) }
                partial.removeAll(keepingCapacity: true)
                isTooLong = false
            } else if partial.count < Self.lengthLimit {
                partial.append(byte)
            } else {
                isTooLong = true
            }
        }
        return lines
    }
}
