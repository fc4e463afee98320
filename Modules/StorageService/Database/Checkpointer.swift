import Dispatch
import GRDB
import Synchronization

/// Moves what was committed from the write-ahead log into the database file, a while after the last
/// commit and on a connection of its own, so that no writer does it on the way.
final class Checkpointer: Sendable {
    private let queue: DatabaseQueue
    /// Called once after a burst of writes: the log was moved, and nobody has written since.
    private let onQuiet: @Sendable () -> Void
    private let state = Mutex(State())

    private struct State {
        var isScheduled = false
        var isClosed = false
        /// Noted so far.
        var writes = 0
    }

    /// Long enough for what comes in bursts, such as an import, to be over.
    private static let pause = DispatchTimeInterval.milliseconds(1000)

    init(
        path: String, configuration: Configuration, onQuiet: @escaping @Sendable () -> Void
    ) throws {
        self.onQuiet = onQuiet
        queue = try DatabaseQueue(path: path, configuration: configuration)
    }

    /// Costs nothing when a checkpoint is on its way already.
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
        DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + Self.pause) {
            [weak self] in
            if let self { work(self) }
        }
    }

    func close() {
        state.withLock { $0.isClosed = true }
        // Nothing is lost: the log stays valid.
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
                try Row.fetchOne(db, sql: "PRAGMA wal_checkpoint(PASSIVE)").map { row in
                    row[0] as Int == 0 && row[1] as Int == row[2]
                }
            }
            if isComplete == true {
                afterPause { $0.reportQuiet(ifStillAt: writes) }
            } else {
                // A reader still needed a part of the log.
                recordWrite()
            }
        } catch {
            // Such as a full disk: everything stays in the log, and the next write tries again.
            return
        }
    }

    private func reportQuiet(ifStillAt writes: Int) {
        let isQuiet = state.withLock { !$0.isClosed && $0.writes == writes }
        if isQuiet { onQuiet() }
    }
}
