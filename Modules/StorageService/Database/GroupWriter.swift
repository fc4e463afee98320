import GRDB
import RPC
import Synchronization

/// Runs writes one after another on the one connection that writes. Those that wait when a transaction
/// begins are committed together, each after the first in a savepoint of its own: many callers, one wait
/// for the disk.
///
/// The line has no bound of its own: each place in it is a call that the transport has let in.
final class GroupWriter: Sendable {
    enum Durability: Sendable {
        /// On the disk when the call returns.
        case synced
        /// On the disk with the next synced write: for what can be made again.
        case deferred
    }

    private struct Write: Sendable {
        let durability: Durability
        let attempt: @Sendable (Database) throws -> Attempt
        let fail: @Sendable (any Error) -> Void
    }

    /// Work that was done, and is to be committed.
    private struct Attempt: Sendable {
        /// What the change is, for others to see; empty: that is not told.
        var content = Bytes.empty
        /// Tells the caller, once it is committed.
        var answer: @Sendable () -> Void
    }

    private struct Queue {
        var synced: [Write] = []
        var deferred: [Write] = []
        var isRunning = false
        var durability: Durability?
    }

    /// What one transaction takes on, so that nobody waits long for the next.
    private static let groupLimit = 64
    private static let groupTime = Duration.milliseconds(10)

    private let pool: DatabasePool
    private let checksums: RowChecksums
    private let onCommit: @Sendable (Bytes) -> Void
    private let queue = Mutex(Queue())
    private let count = Atomic(0)

    /// `onCommit` is called after each transaction, on the writer's queue, with what it changed if that
    /// was told.
    init(
        _ pool: DatabasePool, checksums: RowChecksums, onCommit: @escaping @Sendable (Bytes) -> Void
    ) {
        self.pool = pool
        self.checksums = checksums
        self.onCommit = onCommit
    }

    /// The transactions committed so far. It rises before those who wait for one are answered.
    var commits: Int { count.load(ordering: .acquiring) }

    /// Returns when the write is committed. `onCommit` is called before, in the order of the commits;
    /// it has to be quick. `content` says what was changed, for others to see; empty: it does not.
    ///
    /// What `body` throws undoes this write only. It may be run again, when the transaction that it was
    /// a part of fails for another reason.
    func perform<Value: Sendable>(
        _ durability: Durability, content: @escaping @Sendable (Value) -> Bytes,
        onCommit: @escaping @Sendable (Value) -> Void,
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            enqueue(
                Write(durability: durability) { db in
                    let value = try body(db)
                    return Attempt(content: content(value)) {
                        onCommit(value)
                        continuation.resume(returning: value)
                    }
                } fail: { error in
                    continuation.resume(throwing: error)
                })
        }
    }

    private func enqueue(_ write: Write) {
        let isFirst = queue.withLock { line in
            switch write.durability {
            case .synced: line.synced.append(write)
            case .deferred: line.deferred.append(write)
            }
            defer { line.isRunning = true }
            return !line.isRunning
        }
        guard isFirst else { return }
        pool.asyncWriteWithoutTransaction { [self] db in
            while let first = next() { commitGroup(of: first, db) }
        }
    }

    /// What is synced goes first: a person waits for it.
    private func next() -> Write? {
        queue.withLock { line in
            if !line.synced.isEmpty { return line.synced.removeFirst() }
            if !line.deferred.isEmpty { return line.deferred.removeFirst() }
            line.isRunning = false
            return nil
        }
    }

    /// Another write for a transaction, if one waits. A deferred one makes room for one that is synced.
    private func next(joining durability: Durability) -> Write? {
        queue.withLock { line in
            switch durability {
            case .synced: line.synced.isEmpty ? nil : line.synced.removeFirst()
            case .deferred:
                line.synced.isEmpty && !line.deferred.isEmpty ? line.deferred.removeFirst() : nil
            }
        }
    }

    private func commitGroup(of first: Write, _ db: Database) {
        // Those that still have to be answered.
        var group = [first]
        var done: [Attempt] = []
        let start = ContinuousClock.now
        do {
            try require(first.durability, db)
            try db.inTransaction(.immediate) {
                while let write = group.last {
                    let progress = checksums.progress
                    do {
                        if group.count == 1 {
                            done.append(try write.attempt(db))
                        } else {
                            var attempted: Attempt?
                            try db.inSavepoint {
                                attempted = try write.attempt(db)
                                return .commit
                            }
                            if let attempted { done.append(attempted) }
                        }
                    } catch {
                        // What the first has done goes with the transaction. After some errors, such as a
                        // full disk, SQLite has undone everything.
                        guard group.count > 1, db.isInsideTransaction else { throw error }
                        checksums.restore(progress)
                        group.removeLast()
                        write.fail(error)
                    }
                    let isFull =
                        group.count >= Self.groupLimit
                        || start.duration(to: .now) > Self.groupTime
                    guard !isFull, let next = next(joining: first.durability) else { break }
                    group.append(next)
                }
                try checksums.flush(db)
                return .commit
            }
            finishCommit(of: done)
        } catch {
            checksums.discard()
            if group.count == 1 {
                group[0].fail(error)
            } else {
                for write in group { commitAlone(write, db) }
            }
        }
    }

    private func commitAlone(_ write: Write, _ db: Database) {
        do {
            var done: [Attempt] = []
            try db.inTransaction(.immediate) {
                done = [try write.attempt(db)]
                try checksums.flush(db)
                return .commit
            }
            finishCommit(of: done)
        } catch {
            checksums.discard()
            write.fail(error)
        }
    }

    private func finishCommit(of done: [Attempt]) {
        checksums.commit()
        count.add(1, ordering: .acquiringAndReleasing)
        // Of several that were committed together nothing is told.
        onCommit(done.count == 1 ? done[0].content : .empty)
        for attempted in done { attempted.answer() }
    }

    /// Sets how far SQLite goes before it calls a write done, and reads it back.
    func require(_ durability: Durability, _ db: Database) throws {
        guard queue.withLock({ $0.durability }) != durability else { return }
        let (name, level) = durability == .synced ? ("FULL", 2) : ("NORMAL", 1)
        try db.execute(sql: "PRAGMA synchronous = \(name)")
        guard try Int.fetchOne(db, sql: "PRAGMA synchronous") == level else {
            throw DatabaseFault.notDurable
        }
        queue.withLock { $0.durability = durability }
    }
}
