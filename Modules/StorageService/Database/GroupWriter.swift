import GRDB
import RPC
import StorageCore
import Synchronization

/// Group commit on the one connection that writes: writes that wait when a transaction begins are
/// committed together, each after the first in its own savepoint, with one sync of the disk for all.
///
/// The queue needs no bound: each write in it is a call that the transport has admitted.
final class GroupWriter: Sendable {
    enum Durability: Sendable {
        /// Synced to disk when the call returns.
        case synced
        /// Synced to disk with the next synced write; for rows that can be computed or imported again.
        case deferred
    }

    private struct Write: Sendable {
        let durability: Durability
        let attempt: @Sendable (Database) throws -> Attempt
        let fail: @Sendable (any Error) -> Void
    }

    /// A write that ran and is not committed yet.
    private struct Attempt: Sendable {
        /// Answers the caller after the commit.
        var answer: @Sendable () -> Void
    }

    private struct Queue {
        var synced: [Write] = []
        var deferred: [Write] = []
        var isRunning = false
        var durability: Durability?
    }

    /// The limits of one transaction, so that no write waits long for the next.
    private static let groupLimit = 64
    private static let groupTime = Duration.milliseconds(10)

    private let pool: DatabasePool
    private let checksums: RowChecksums
    private let doubt: LogDoubt
    private let onCommit: @Sendable () -> Void
    private let queue = Mutex(Queue())
    private let count = Atomic(0)
    /// The times of writes that are synced to disk, with their wait in the queue.
    let times = CommitHistogram()

    /// `onCommit` is called after each transaction, on the writer's queue.
    init(
        _ pool: DatabasePool, checksums: RowChecksums, doubt: LogDoubt,
        onCommit: @escaping @Sendable () -> Void
    ) {
        self.pool = pool
        self.checksums = checksums
        self.doubt = doubt
        self.onCommit = onCommit
    }

    /// The number of transactions committed so far, incremented before callers are answered.
    var commits: Int { count.load(ordering: .acquiring) }

    /// Returns when the write is committed. `onCommit` is called before, in the order of the commits, and
    /// must not block.
    ///
    /// An error of `body` rolls back this write only. `body` may run twice, when the transaction fails
    /// because of another write.
    func perform<Value: Sendable>(
        _ durability: Durability, onCommit: @escaping @Sendable (Value) -> Void,
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        let start = ContinuousClock.now
        return try await withCheckedThrowingContinuation { continuation in
            enqueue(
                Write(durability: durability) { [times] db in
                    let value = try body(db)
                    return Attempt {
                        onCommit(value)
                        if durability == .synced { times.record(start.duration(to: .now)) }
                        continuation.resume(returning: value)
                    }
                } fail: { error in
                    continuation.resume(throwing: error)
                })
        }
    }

    private func enqueue(_ write: Write) {
        let isFirst = queue.withLock { queue in
            switch write.durability {
            case .synced: queue.synced.append(write)
            case .deferred: queue.deferred.append(write)
            }
            defer { queue.isRunning = true }
            return !queue.isRunning
        }
        guard isFirst else { return }
        pool.asyncWriteWithoutTransaction { [self] db in
            while let first = next() { commitGroup(of: first, db) }
        }
    }

    /// The next write, synced ones first: people wait for them.
    private func next() -> Write? {
        queue.withLock { queue in
            if !queue.synced.isEmpty { return queue.synced.removeFirst() }
            if !queue.deferred.isEmpty { return queue.deferred.removeFirst() }
            queue.isRunning = false
            return nil
        }
    }

    /// Another write for the current transaction; nil if none fits. A waiting synced write ends a
    /// transaction of deferred ones.
    private func next(joining durability: Durability) -> Write? {
        queue.withLock { queue in
            switch durability {
            case .synced: queue.synced.isEmpty ? nil : queue.synced.removeFirst()
            case .deferred:
                queue.synced.isEmpty && !queue.deferred.isEmpty ? queue.deferred.removeFirst() : nil
            }
        }
    }

    private func commitGroup(of first: Write, _ db: Database) {
        // The writes of the transaction, without those that failed, and their results.
        var group = [first]
        var attempts: [Attempt] = []
        let start = ContinuousClock.now
        do {
            try transaction(first.durability, db) {
                while let write = group.last {
                    let progress = checksums.progress
                    do {
                        if group.count == 1 {
                            attempts.append(try write.attempt(db))
                        } else {
                            var attempted: Attempt?
                            try db.inSavepoint {
                                attempted = try write.attempt(db)
                                return .commit
                            }
                            if let attempted { attempts.append(attempted) }
                        }
                    } catch {
                        // The first write has no savepoint. After some errors, such as a full disk,
                        // SQLite has rolled back the whole transaction.
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
            }
            finishCommit(of: attempts)
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
            var attempts: [Attempt] = []
            try transaction(write.durability, db) {
                attempts = [try write.attempt(db)]
                try checksums.flush(db)
            }
            finishCommit(of: attempts)
        } catch {
            checksums.discard()
            write.fail(error)
        }
    }

    /// Commits the changes of `body`.
    private func transaction(
        _ durability: Durability, _ db: Database, _ body: () throws -> Void
    ) throws {
        func commit() throws {
            try set(durability, db)
            try db.inTransaction(.immediate) {
                try body()
                return .commit
            }
        }
        switch durability {
        case .synced: try doubt.excludingOtherSyncs(db, commit)
        case .deferred:
            try doubt.resolve(db)
            do {
                try commit()
            } catch {
                // Beginning the log again syncs its header.
                doubt.record(error)
                throw error
            }
        }
    }

    private func finishCommit(of attempts: [Attempt]) {
        checksums.commit()
        count.add(1, ordering: .acquiringAndReleasing)
        onCommit()
        for attempt in attempts { attempt.answer() }
    }

    /// Sets SQLite's level of synchronisation and verifies it.
    func set(_ durability: Durability, _ db: Database) throws {
        guard queue.withLock({ $0.durability }) != durability else { return }
        let (name, level) = durability == .synced ? ("FULL", 2) : ("NORMAL", 1)
        try db.execute(sql: "PRAGMA synchronous = \(name)")
        guard try Int.fetchOne(db, sql: "PRAGMA synchronous") == level else {
            throw DatabaseFault.notDurable
        }
        queue.withLock { $0.durability = durability }
    }
}
