/// The protocol of the supervisor and a process that it starts, in any language: environment
/// variables at the start, then lines of text over one socket, each ended by a line feed.
///
/// A closed socket means that the other process has ended, so that a process notices at once when its
/// supervisor is gone.
package enum WorkerHandshake {
    /// Variables that a process finds in its environment. No secret travels this way: others may read
    /// the environment of a process.
    package enum Variable: String, CaseIterable, Sendable {
        /// The folder of the data.
        case home = "DAYLINE_HOME"
        /// The folder of the sockets.
        case run = "DAYLINE_RUN"
        /// The endpoint of the bus, such as `ipc:///run/user/1000/dayline-1f/bus.sock`.
        case bus = "DAYLINE_BUS"
        /// Names this run of this process; never used again.
        case instance = "DAYLINE_INSTANCE"
        /// The name of the process, such as `aggregation-2`.
        case worker = "DAYLINE_WORKER"
        /// Largest number of concurrent calls, from the manifest; may be missing.
        case capacity = "DAYLINE_CAPACITY"
        /// Records below this level are not written: trace, debug, info, notice, warning, error.
        case logLevel = "DAYLINE_LOG_LEVEL"
        /// Why nothing can be written to the folder of the data; missing when it can. A process then serves
        /// what only reads, and refuses the rest with FAILED_PRECONDITION.
        case readOnly = "DAYLINE_READ_ONLY"
        /// The number of the descriptor of the socket to the supervisor.
        case supervisor = "DAYLINE_SUPERVISOR_FD"
        /// The number of the descriptor from which the token of this start is read, to its end; of the
        /// broker, the secret that tokens are made of.
        case token = "DAYLINE_TOKEN_FD"
    }

    /// A message of a process to the supervisor.
    package enum Report: Hashable, Sendable {
        /// It serves.
        case ready
        /// Before it serves it has something to do that takes long, in words for people. It has as long
        /// again as a start may take.
        case preparing(String)
        /// It cannot serve, for a reason in words for people, and is about to end.
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

        /// Without the line feed.
        package var line: String {
            switch self {
            case .ready: "ready"
            case .failed(let reason): "failed " + Self.oneLine(reason)
            case .preparing(let what): "preparing " + Self.oneLine(what)
            }
        }

        private static func oneLine(_ text: String) -> String {
            text.split(separator: "\n").joined(separator: " ")
        }
    }

    /// A message of the supervisor to a process.
    package enum Command: String, Sendable {
        /// Take no new work, finish what has begun, end.
        case drain
    }
}

/// Cuts bytes into lines as they come. A line that is too long is dropped whole.
package struct LineBuffer: Sendable {
    private var partial: [UInt8] = []
    private var isTooLong = false

    package static let lengthLimit = 4096

    package init() {}

    /// Takes some bytes.
    /// - Returns: The lines that they complete, without their ends.
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
