import Dispatch
import GRDB
import Synchronization

/// Moves what was committed from the write-ahead log into the database file, a while after the last
/// commit and on a connection of its own, so that no writer does it on the way.
final class Checkpointer: Sendable {
    private let queue: DatabaseQueue
    /// Called after the log was moved: nobody has written for a while.
    private let onQuiet: @Sendable () -> Void
    private let state = Mutex(State())

    private struct State {
        var isScheduled = false
        var isClosed = false
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
    func noteWrite() {
        let isFirst = state.withLock { state in
            guard !state.isScheduled, !state.isClosed else { return false }
            state.isScheduled = true
            return true
        }
        guard isFirst else { return }
        DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + Self.pause) {
            [weak self] in
            self?.run()
        }
    }

    func close() {
        state.withLock { $0.isClosed = true }
        // Nothing is lost: the log stays valid.
        try? queue.close()
    }

    private func run() {
        let isOpen = state.withLock { state in
            state.isScheduled = false
            return !state.isClosed
        }
        guard isOpen else { return }
        do {
            let isComplete = try queue.inDatabase { db in
                try Row.fetchOne(db, sql: "PRAGMA wal_checkpoint(PASSIVE)").map { row in
                    row[0] as Int == 0 && row[1] as Int == row[2]
                }
            }
            // A reader still needed a part of the log.
            if isComplete == false { noteWrite() }
        } catch {
            // Such as a full disk: everything stays in the log, and the next write tries again.
            return
        }
    }
}
