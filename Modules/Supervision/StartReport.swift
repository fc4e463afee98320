import Contracts
package import RPC

/// A message of a starting supervisor to the process that started it, one JSON object per line.
package enum StartReport: Codable, Hashable, Sendable {
    /// A process has changed its state.
    case progress(name: String, state: String, reason: String?)
    /// All services are available.
    case ready(pid: Int32, workers: [String])
    /// Another supervisor runs for this home.
    case alreadyRunning(pid: Int32)
    /// A worker or the supervisor did not start. The supervisor may still be running.
    case failed(Status)

    init?(line: String) {
        guard let report = try? JSONBody.decode(Self.self, from: Bytes(line)) else { return nil }
        self = report
    }

    /// The report as JSON with a line feed.
    func line() throws -> [UInt8] {
        try JSONBody.encode(self).array(of: UInt8.self) + [UInt8(ascii: "\n")]
    }

    var isLast: Bool {
        if case .progress = self { false } else { true }
    }
}
