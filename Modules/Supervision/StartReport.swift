import Contracts
package import RPC

/// What a supervisor that is starting tells whoever started it, one JSON object a line.
package enum StartReport: Codable, Hashable, Sendable {
    /// A process is in another state than before.
    case progress(name: String, state: String, reason: String?)
    /// Every service answers.
    case ready(pid: Int32, workers: [String])
    /// Another supervisor has this home.
    case alreadyRunning(pid: Int32)
    /// It did not come up; whether it goes on is another question.
    case failed(Status)

    init?(line: String) {
        guard let report = try? JSONBody.decode(Self.self, from: Bytes(line)) else { return nil }
        self = report
    }

    /// With its line feed.
    func line() throws -> [UInt8] {
        try JSONBody.encode(self).array(of: UInt8.self) + [UInt8(ascii: "\n")]
    }

    var isLast: Bool {
        if case .progress = self { false } else { true }
    }
}
