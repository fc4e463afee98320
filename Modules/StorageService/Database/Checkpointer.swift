import GRDB
import Synchronization

/// Copies the write-ahead log into the database file one second after a commit, on its own connection, so
/// that writes without a sync do not wait for a checkpoint. Synced ones do: see ``LogDoubt``.
final class Checkpointer: Sendable {
    private let queue: DatabaseQueue
    private let delayed: DelayedWork
    private let doubt: LogDoubt
    /// Called after a complete checkpoint if a second passed without another write.
    private let onQuiet: @Sendable () -> Void
    private let state = Mutex(State())

    private struct State {
        var isScheduled = false
        var isClosed = false
        /// Writes since the start.
        var writes = 0
    }

    /// Longer than the time between two writes of a burst, such as an import.
    private static let pauseMilliseconds = 1000

    init(
        path: String, configuration: Configuration, delayed: DelayedWork, doubt: LogDoubt,
        onQuiet: @escaping @Sendable () -> Void
    ) throws {
        (self.delayed, self.doubt, self.onQuiet) = (delayed, doubt, onQuiet)
        queue = try DatabaseQueue(path: path, configuration: configuration)
    }

    /// Schedules a checkpoint unless one is scheduled already.
    func recordWrite() {
        let isFirst = state.withLock { state in
            state.writes += 1
            guard !state.isScheduled, !state.isClosed else { return false }
            state.isScheduled = true
            return true
        }
        guard isFirst else { return }
        afterPause { $0.run() }
    }

    private func afterPause(_ work: @escaping @Sendable (Checkpointer) -> Void) {
        delayed.schedule(Self.pauseMilliseconds) { [weak self] in
            if let self { work(self) }
        }
    }

    func close() {
        state.withLock { $0.isClosed = true }
        // The connection that is closed last copies the log. If one of these fails, the log stays valid.
        try? queue.inDatabase { try doubt.resolve($0) }
        try? queue.close()
    }

    private func run() {
        let writes: Int? = state.withLock { state in
            state.isScheduled = false
            return state.isClosed ? nil : state.writes
        }
        guard let writes else { return }
        do {
            let isComplete = try queue.inDatabase { db in
                try doubt.excludingOtherSyncs(db, isCopying: true) {
                    try Row.fetchOne(db, sql: "PRAGMA wal_checkpoint(PASSIVE)").map { row in
                        row[0] as Int == 0 && row[1] as Int == row[2]
                    }
                }
            }
            if isComplete == true {
                afterPause { $0.reportQuiet(ifStillAt: writes) }
            } else {
                // A reader still needed a part of the log.
                recordWrite()
            }
        } catch {
            // For example a full disk. Everything stays in the log, and the next write schedules a retry.
        }
    }

    private func reportQuiet(ifStillAt writes: Int) {
        let isQuiet = state.withLock { !$0.isClosed && $0.writes == writes }
        if isQuiet { onQuiet() }
    }
}
