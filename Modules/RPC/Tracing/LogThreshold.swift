import Synchronization

/// The lowest level of log records that a process writes; it can change while the process runs.
package final class LogThreshold: Sendable {
    /// The levels, ascending.
    package enum Level: String, CaseIterable, Codable, Comparable, Sendable {
        case trace, debug, info, notice, warning, error

        package static func < (a: Self, b: Self) -> Bool { a.rank < b.rank }

        private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    }

    /// The threshold of this process.
    package static let process = LogThreshold()

    private let state = Mutex(Level.info)

    package init() {}

    package var level: Level {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }
}
