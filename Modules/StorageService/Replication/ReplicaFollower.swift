import CivilTime
import Contracts
import GRDB
import Glibc
import HostFiles
package import RPC
import Synchronization

/// Copies the database and the photos of a primary, and follows its changes.
package final class ReplicaFollower: Sendable {
    package let database: String
    /// The address of the primary.
    package let address: String
    let client: Client
    let file: ReplicationState
    private let now: @Sendable () -> Int64
    private let log: @Sendable (String) -> Void
    private let progress = Mutex(Progress())

    private struct Progress {
        var copied: Double?
        var clockAhead: Int64?
        var problem: String?
    }

    /// The wait for a commit of the primary, after which the time of the data is brought up to date.
    private static let wait: Int64 = 10_000
    private static let pauses: [Duration] = [.seconds(1), .seconds(2), .seconds(5), .seconds(10)]
    /// Attempts to change the file while long calls read it, before they are ended.
    private static let patience = 20
    static let callLimit = Duration.seconds(600)

    /// - Parameters:
    ///   - database: The path of the database in the home of the replica.
    ///   - client: A client of the primary's bus.
    ///   - now: The current time in milliseconds since 1970.
    ///   - log: Called with sentences about the connection.
    /// - Throws: FAILED_PRECONDITION if the home is not a replica.
    package init(
        database: String, client: Client,
        now: @escaping @Sendable () -> Int64, log: @escaping @Sendable (String) -> Void
    ) throws {
        file = try ReplicationState(database: database)
        guard let following = file.value.following else {
            throw Status(.failedPrecondition, "This home does not follow another one.")
        }
        self.database = database
        self.client = client
        self.now = now
        self.log = log
        address = following.address
    }

    /// True if the database is a complete copy.
    package var hasCopy: Bool {
        file.value.following?.position != nil && access(database, F_OK) == 0
    }

    /// Makes the first copy, however long that takes. Calls `report` with phrases for people.
    package func copyFirst(_ report: @escaping @Sendable (String) -> Void) async throws {
        var failures = 0
        while true {
            do {
                let copy = try await ReplicaCopy(self).run { [address] share in
                    report("copying the data of \(address): \(Int(share * 100)) %")
                }
                try install(copy)
                try recordPosition(copy)
                setProblem(await copyPhotos())
                return
            } catch {
                try Task.checkCancellation()
                report("waiting for \(address): \(Status(describing: error).message)")
                try await Task.sleep(for: Self.pauses[min(failures, Self.pauses.count - 1)])
                failures += 1
            }
        }
    }

    /// Follows the primary until the task is cancelled.
    func run(_ storage: ReplicaStorage) async {
        var failures = 0
        while !Task.isCancelled {
            do {
                setProblem(try await followOnce(storage))
                failures = 0
            } catch {
                guard !Task.isCancelled else { return }
                setProblem(Status(describing: error).message)
                try? await Task.sleep(for: Self.pauses[min(failures, Self.pauses.count - 1)])
                failures += 1
            }
        }
    }

    /// Receives the next changes.
    /// - Returns: The reason why photos are missing; nil: none are.
    private func followOnce(_ storage: ReplicaStorage) async throws -> String? {
        guard let position = file.value.following?.position else {
            return try await copyAgain(storage)
        }
        let received: (redo: PageRedo, position: Replication.Position)
        do {
            received = try await changes(since: position, wait: Self.wait)
        } catch {
            guard error.code == .outOfRange else { throw error }
            return try await copyAgain(storage)
        }
        if !received.redo.numbers.isEmpty {
            let database = database
            try received.redo.write(besides: database)
            try await exchange(storage) { try PageRedo.apply(to: database) }
        }
        try recordPosition(received.position)
        return await copyPhotos()
    }

    /// Compares all blocks, and copies those that differ.
    private func copyAgain(_ storage: ReplicaStorage) async throws -> String? {
        log("Comparing all data with that of \(address).")
        defer { progress.withLock { $0.copied = nil } }
        let copy = try await ReplicaCopy(self).run { [self] share in
            progress.withLock { $0.copied = share }
        }
        try await exchange(storage) { [self] in try install(copy) }
        try recordPosition(copy)
        return await copyPhotos()
    }

    private func exchange(
        _ storage: ReplicaStorage, _ change: @escaping @Sendable () throws -> Void
    ) async throws {
        var attempts = 0
        while try await !storage.exchange(isForced: attempts >= Self.patience, change) {
            attempts += 1
            try await Task.sleep(for: .seconds(1))
        }
    }

    /// The pages that changed since a position, as of one commit.
    func changes(
        since position: Replication.Position, wait: Int64
    ) async throws(Status) -> (redo: PageRedo, position: Replication.Position) {
        let received = Mutex<(numbers: [UInt32], data: [UInt8])>(([], []))
        let reply = try await client.stream(
            Replication.changes,
            Replication.ChangesRequest(
                epoch: file.value.epoch, instance: position.instance, number: position.number,
                waitMilliseconds: wait),
            CallOptions(deadline: .after(.milliseconds(wait) + Self.callLimit))
        ) { item in
            let numbers = try item.columns.column("page", .int32).array(of: UInt32.self)
            let data = try item.columns.column("data", .bytes).array(of: UInt8.self)
            received.withLock { all in
                all.numbers += numbers
                all.data += data
            }
        }
        let (numbers, data) = received.withLock { $0 }
        try check(reply)
        guard let size = Int(exactly: reply.pageSize),
            data.count == numbers.count.multipliedReportingOverflow(by: size).partialValue,
            numbers.allSatisfy({ $0 > 0 && Int64($0) <= reply.pages })
        else { throw Status(.dataLoss, "\(address) sent pages of another size.") }
        var redo = PageRedo(pageSize: size, pages: reply.pages)
        (redo.numbers, redo.data) = (numbers, data)
        return (redo, reply)
    }

    /// - Throws: FAILED_PRECONDITION if the primary is an earlier one, INVALID_ARGUMENT if its numbers are
    ///   not possible.
    func check(_ position: Replication.Position) throws(Status) {
        guard position.epoch >= file.value.epoch else {
            throw Status(
                .failedPrecondition,
                "\(address) has the epoch \(position.epoch), and this copy the epoch \(file.value.epoch): "
                    + "another home was promoted since.",
                hint: "Follow that one with: dayline follow tcp://HOST:PORT --key FILE")
        }
        guard (512...65_536).contains(position.pageSize),
            (1...Int64(UInt32.max)).contains(position.pages)
        else { throw Status(.invalidArgument, "\(address) has no database that can be copied.") }
    }

    /// Puts the complete copy in place of the database, which no connection has open. A database with data of
    /// its own is kept.
    private func install(_ position: Replication.Position) throws {
        let copy = ReplicaCopy.path(of: database)
        let replaced = ReplacedDatabases(database: database).path(replacedAt: now())
        let keepsOwn = file.value.following?.hasOwnData == true
        for companion in [""] + ReplacedDatabases.companions {
            if keepsOwn {
                rename(database + companion, replaced + companion)
            } else if !companion.isEmpty {
                unlink(database + companion)
            }
        }
        PageRedo.remove(besides: database)
        CommitRecord.remove(database: database)
        guard rename(copy, database) == 0 else {
            throw HostFileError.system(operation: "replace", path: database, code: errno)
        }
        try Files.syncFolder(of: database)
    }

    private func recordPosition(_ position: Replication.Position) throws {
        let time = now()
        if let at = InstantParser.instant(position.at) {
            progress.withLock { $0.clockAhead = at.milliseconds - time }
        }
        try file.change { file in
            file.epoch = max(file.epoch, position.epoch)
            file.following?.hasOwnData = false
            file.following?.position = position
            file.following?.confirmedAt = time
        }
    }

    /// - Returns: The reason why photos are missing; nil: none are.
    private func copyPhotos() async -> String? {
        guard let following = file.value.following, let position = following.position,
            following.photos != position.photos
        else { return nil }
        do {
            try await ReplicaPhotos(self).copy()
            try file.change { $0.following?.photos = position.photos }
            return nil
        } catch {
            return "Photos are missing: \(Status(describing: error).message)"
        }
    }

    private func setProblem(_ problem: String?) {
        let isNew = progress.withLock { progress in
            defer { progress.problem = problem }
            return progress.problem != problem
        }
        if isNew { log(problem ?? "Following \(address).") }
    }

    /// The state for people.
    var state: Replication.StateResponse {
        let file = file.value
        let (copied, ahead, problem) = progress.withLock { ($0.copied, $0.clockAhead, $0.problem) }
        let following = file.following
        return Replication.StateResponse(
            role: .replica, epoch: file.epoch, primary: address,
            asOf: following?.position?.at,
            lagSeconds: following?.confirmedAt.map { Double(max(0, now() - $0)) / 1000 },
            change: following?.position?.change, copied: copied, clockAheadMilliseconds: ahead,
            problem: problem)
    }
}
