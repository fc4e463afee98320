import Contracts
import GRDB
import GRDBSQLite
import Glibc
import RPC
import Synchronization

/// The pages that each commit changed since the first request of a replica, and the places of their newest
/// contents in the write-ahead log and the file.
///
/// Used only on the queue of the writing connection, except ``wait(after:for:)``. Between two of its
/// transactions nothing else changes pages: a checkpoint only copies them from the log, where they stay until
/// a later transaction begins the log again.
final class PageHistory: @unchecked Sendable {
    // Unchecked: all state but the waiters is confined to the writing connection's queue.

    private var connection: OpaquePointer?
    /// The frames of the log after the last commit; nil before the first one.
    private var committedFrames: UInt32?
    private var record: Record?
    private let waiting = Mutex(Waiting())

    private struct Record {
        let instance = String(UInt64.random(in: 0...UInt64.max), radix: 16)
        let pageSize: Int
        var number: UInt32 = 0
        /// Frames of the log that were read.
        var scanned: UInt32 = 0
        /// Distinguishes the log from one that was begun again.
        var salt: UInt64 = 0
        var pages: UInt32
        /// By page, the number of its newest frame in the log; 0: its content is in the file.
        var frames: [UInt32]
        /// By page, the number of the commit that last changed it; 0: before the record.
        var versions: [UInt32]

        mutating func resize(to count: UInt32) {
            pages = count
            let missing = Int(count) - frames.count
            guard missing > 0 else { return }
            frames += [UInt32](repeating: 0, count: missing)
            versions += [UInt32](repeating: 0, count: missing)
        }
    }

    private struct Waiting {
        var number: UInt32 = 0
        var nextID = 0
        var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
    }

    private static let logHeaderBytes = 32
    private static let frameHeaderBytes = 24

    /// Observes the commits of a connection, which must be closed before this object is deallocated.
    func observe(_ db: Database) {
        connection = db.sqliteConnection
        sqlite3_wal_hook(
            db.sqliteConnection,
            { context, _, _, frames in
                if let context {
                    Unmanaged<PageHistory>.fromOpaque(context).takeUnretainedValue()
                        .committedFrames = UInt32(clamping: frames)
                }
                return SQLITE_OK
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Records the pages of a commit, before its callers are answered.
    func recordCommit() {
        guard var record, let committedFrames else { return }
        self.record = nil
        do {
            let hasChanged = try scan(&record, to: committedFrames)
            if hasChanged { record.number += 1 }
            try read(&record, to: committedFrames)
            self.record = record
        } catch {
            // Without a record, replicas compare hashes again.
        }
        notify(self.record?.number ?? 0)
    }

    /// Begins the record unless there is one.
    func begin(_ db: Database) throws {
        guard record == nil else { return }
        let frames = try committedFrames ?? Self.logFrames(db)
        let size = try Int.fetchOne(db, sql: "PRAGMA page_size") ?? 0
        let pages = try UInt32.fetchOne(db, sql: "PRAGMA page_count") ?? 0
        guard size >= 512 else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
        var record = Record(pageSize: size, pages: 0, frames: [], versions: [])
        record.resize(to: pages)
        _ = try scan(&record, to: frames)
        try read(&record, to: frames)
        record.resize(to: pages)
        self.record = record
        notify(0)
    }

    /// The frames of the log before the first commit of the connection, which a checkpoint reports unless
    /// another one runs.
    private static func logFrames(_ db: Database) throws -> UInt32 {
        for _ in 0..<checkpointAttempts {
            let row = try Row.fetchOne(db, sql: "PRAGMA wal_checkpoint(PASSIVE)")
            if let frames: Int = row?[1], frames >= 0 { return UInt32(clamping: frames) }
            usleep(checkpointPause)
        }
        throw DatabaseError(resultCode: .SQLITE_BUSY)
    }

    private static let checkpointAttempts = 100
    /// In microseconds.
    private static let checkpointPause: UInt32 = 10_000

    /// Instance, number, page size and pages of the record; nil without one.
    var position: (instance: String, number: Int64, pageSize: Int, pages: Int64)? {
        record.map { ($0.instance, Int64($0.number), $0.pageSize, Int64($0.pages)) }
    }

    /// The pages that changed after a commit, ascending from 1; nil if the position is unknown.
    func changedPages(after number: Int64, of instance: String) -> [UInt32]? {
        guard let record, record.instance == instance, (0...Int64(record.number)).contains(number)
        else { return nil }
        let limit = UInt32(number)
        return (0..<Int(record.pages)).compactMap { index in
            record.versions[index] > limit ? UInt32(index) + 1 : nil
        }
    }

    /// Appends the bytes of pages of the last commit.
    func append(_ pages: some Sequence<UInt32>, to bytes: inout [UInt8]) throws {
        guard let record else { throw DatabaseError(resultCode: .SQLITE_ERROR) }
        let (file, log) = (try ConnectionFile(.database, of: connection), try self.log())
        for page in pages {
            let frame = record.frames[Int(page) - 1]
            let start = bytes.count
            bytes += [UInt8](repeating: 0, count: record.pageSize)
            try bytes.withUnsafeMutableBytes { buffer in
                let target = UnsafeMutableRawBufferPointer(rebasing: buffer[start...])
                guard frame > 0 else {
                    return try file.read(
                        at: Int64(page - 1) * Int64(record.pageSize), into: target)
                }
                let place = offset(of: frame, record.pageSize)
                try log.read(at: place + Int64(Self.frameHeaderBytes), into: target)
            }
        }
    }

    // MARK: The log

    /// Detects that the log was begun again.
    /// - Returns: True if there are frames that were not read.
    private func scan(_ record: inout Record, to frames: UInt32) throws -> Bool {
        guard frames > 0 else { return false }
        var header = [UInt8](repeating: 0, count: Self.logHeaderBytes)
        try header.withUnsafeMutableBytes { try log().read(at: 0, into: $0) }
        let salt = header[16..<24].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        if salt != record.salt || frames < record.scanned {
            // All pages of the earlier log are in the file.
            for index in record.frames.indices { record.frames[index] = 0 }
            record.scanned = 0
            record.salt = salt
        }
        return frames > record.scanned
    }

    /// Reads the headers of further frames.
    private func read(_ record: inout Record, to frames: UInt32) throws {
        guard frames > record.scanned else { return }
        let log = try log()
        var header = [UInt8](repeating: 0, count: 8)
        for frame in (record.scanned + 1)...frames {
            let place = offset(of: frame, record.pageSize)
            try header.withUnsafeMutableBytes { try log.read(at: place, into: $0) }
            let page = Self.number(header[0..<4])
            let pages = Self.number(header[4..<8])
            guard page > 0 else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
            if Int(page) > record.frames.count {
                record.resize(to: max(page, record.pages))
            }
            record.frames[Int(page) - 1] = frame
            record.versions[Int(page) - 1] = record.number
            // The last frame of a transaction has the size of the database.
            if pages > 0 { record.resize(to: pages) }
        }
        record.scanned = frames
    }

    private func offset(of frame: UInt32, _ pageSize: Int) -> Int64 {
        Int64(Self.logHeaderBytes) + Int64(frame - 1) * Int64(pageSize + Self.frameHeaderBytes)
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        bytes.reduce(0) { $0 << 8 | UInt32($1) }
    }

    private func log() throws -> ConnectionFile { try ConnectionFile(.log, of: connection) }

    // MARK: Waiting

    private func notify(_ number: UInt32) {
        let waiters = waiting.withLock { waiting in
            waiting.number = number
            defer { waiting.waiters = [:] }
            return waiting.waiters.values
        }
        for continuation in waiters { continuation.resume() }
    }

    /// Returns after a commit that follows `number`, after `duration`, or when the task is cancelled.
    func wait(after number: Int64, for duration: Duration) async {
        let id = waiting.withLock { waiting in
            waiting.nextID += 1
            return waiting.nextID
        }
        let timer = Task {
            try await Task.sleep(for: duration)
            self.resume(id)
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = waiting.withLock { waiting in
                    guard Int64(waiting.number) == number, !Task.isCancelled else { return true }
                    waiting.waiters[id] = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            self.resume(id)
        }
        timer.cancel()
    }

    private func resume(_ id: Int) {
        waiting.withLock { $0.waiters.removeValue(forKey: id) }?.resume()
    }
}
