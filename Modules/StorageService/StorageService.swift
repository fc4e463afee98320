package import Contracts
import FoundationEssentials
import GRDB
package import HostFiles
package import RPC
package import StorageCore
import Synchronization

/// The services of the database. One process of a home has it open.
package final class StorageService: Service, StorageOperations {
    let file: DatabaseFile
    package let publisher: CommitPublisher
    let extents = SeriesExtents()
    /// Distinguishes the stamps of this process from those of an earlier one.
    let instance = UInt64.random(in: 0...UInt64.max)
    package let zones: TimeZoneFiles
    let catalog: ZoneCatalog
    let onBackupFailure: @Sendable ([String: String]) -> Void
    let backups: BackupSchedule
    let replication: ReplicationState
    /// The names of the profiles that have stored each photo since the start. Locked while the age of a photo is
    /// read or renewed, so that no photo is removed that was just stored again.
    let photoUploads = Mutex<[PhotoName: Set<String>]>([:])

    /// Opens the database, adds the default profile to a new one, and removes what unfinished imports
    /// staged.
    ///
    /// - Parameters:
    ///   - path: The database file; its folder exists.
    ///   - systemZone: IANA name of the default profile's zone.
    ///   - zones: The time zone files of the system.
    ///   - pageLimit: The maximum size of the file in pages; nil for no limit.
    ///   - counter: Advanced after each transaction, before its callers are answered.
    ///   - readOnlyReason: A sentence that says why storage is read-only; nil opens the file for writing,
    ///     or read-only if it cannot be written.
    ///   - primary: The address of the home that this one follows, which opens the file read-only; nil: not a
    ///     replica.
    ///   - onUpgrade: Called with a phrase for people before a migration of tables with rows, which can
    ///     take seconds.
    ///   - onBackupFailure: Called with the fields of the event of a backup that failed.
    ///   - onStatement: Called with the text of each SQL statement that starts.
    ///   - now: The current time, in milliseconds since 1970.
    ///   - delayed: Calls what is done later, such as checkpoints.
    ///   - onChange: Called with committed changes, in the order of their numbers. Must not block.
    /// - Throws: `DatabaseFault` if the file cannot be opened.
    package init(
        path: String, systemZone: String, zones: TimeZoneFiles = TimeZoneFiles(),
        pageLimit: Int? = nil, counter: CommitCounter? = nil, readOnlyReason: String? = nil,
        primary: String? = nil,
        onUpgrade: (String) -> Void = { _ in },
        onBackupFailure: @escaping @Sendable ([String: String]) -> Void = { _ in },
        onStatement: (@Sendable (String) -> Void)? = nil,
        now: @escaping @Sendable () -> Int64 = WallClock.milliseconds,
        delayed: DelayedWork = .onQueue,
        onChange: @escaping @Sendable ([Changes.Change]) -> Void = { _ in }
    ) async throws {
        replication = try ReplicationState(database: path)
        let (file, dirty) = try await Self.open(path, readOnlyReason, primary) {
            try Restoration.perform(at: path, now: now())
            let acknowledged = CommitRecord.read(database: path)
            let file = try DatabaseFile(
                path: path, pageLimit: pageLimit, counter: counter, delayed: delayed,
                onUpgrade: onUpgrade, onStatement: onStatement)
            let dirty = try await file.write(.synced) { db in
                try MissingChanges.record(since: acknowledged, now: now(), db)
                try ProfileRow.addDefault(zone: systemZone, db)
                for row in try ImportRow.allStaged(db) { try row.abort(db) }
                try OriginalStore.removeIncomplete(db)
                try ChangeLog.removeExpiredKeys(now: now(), db)
                return try DirtyDays.all(db)
            }
            ReplacedDatabases(database: path).removeOld(now: now())
            return (file, dirty)
        }
        if let superseded = replication.value.superseded {
            file.fence.raise(file: superseded.file)
        }
        self.file = file
        self.zones = zones
        catalog = ZoneCatalog(files: zones)
        publisher = CommitPublisher(now: now, onChange: onChange)
        self.onBackupFailure = onBackupFailure
        backups = BackupSchedule(
            source: file, systemZone: systemZone, zones: catalog, now: now
        ) { status, folder in
            // The data of each profile is without a backup.
            let profiles = try? await file.read { db in try ProfileRow.all(db).map(\.name) }
            for profile in profiles ?? [CallMetadata.defaultProfile] {
                onBackupFailure(Backups.fields(of: status, path: folder, profile: profile))
            }
        }
        // Totals of a superseded home would be refused.
        publisher.foldQueue.recordMarked(replication.value.superseded == nil ? dirty : [])
        await publisher.foldQueue.applyPendingEvents()
    }

    /// Opens the file for writing, or read-only where a reason is given or the file cannot be written.
    private static func open(
        _ path: String, _ readOnlyReason: String?, _ primary: String?,
        usual: () async throws -> (DatabaseFile, [DirtyMetric])
    ) async throws -> (DatabaseFile, [DirtyMetric]) {
        if let primary {
            let file = try DatabaseFile(
                path: path, readOnlyBecause: "This home is a replica of \(primary).",
                fault: .replica(primary: primary))
            return (file, [])
        }
        if let readOnlyReason {
            return (try DatabaseFile(path: path, readOnlyBecause: readOnlyReason), [])
        }
        do {
            return try await usual()
        } catch let fault as DatabaseFault where fault.canAnswerQueries {
            // If reading fails too, the first fault is the more useful one.
            guard let file = try? DatabaseFile(path: path, readOnlyBecause: fault.status.message)
            else { throw fault }
            return (file, [])
        }
    }

    var services: StorageServices<StorageService> { StorageServices(self) }

    package func register(on router: inout Router) {
        let services = services
        services.registerDatabase(on: &router)
        services.registerCohortRefusals(on: &router)
        registerBackups(on: &router)
        registerCheckups(on: &router)
        registerErase(on: &router)
        if replication.value.following == nil { registerReplication(on: &router) }
    }

    package func checkWritable() throws {
        try file.checkWritable()
    }

    /// Begins to write daily backups; a missed one is written after `delay` milliseconds, by default
    /// a minute.
    package func startBackups(delay: Int64? = nil) async throws {
        try await backups.start(delay: delay ?? BackupSchedule.startDelay)
    }

    /// Ends daily backups; one that is being written fails.
    package func stopBackups() async {
        await backups.stop()
    }

    /// Ends the calls that wait for fold tasks or for folded days, which would not end by themselves.
    package func stopFolding() async {
        await publisher.foldQueue.close()
    }

    /// Closes the file. No other method may be called afterwards.
    package func close() {
        file.close()
    }

    /// Makes a change in one transaction; see `StorageOperations`.
    func change<Reply: Codable & Sendable>(
        _ call: ChangeCall,
        _ body: @escaping @Sendable (Database, inout CommitEffects) throws -> Reply
    ) async throws -> Committed<Reply> {
        typealias Outcome = (committed: Committed<Reply>, changes: [Changes.Change])
        return try await file.write(
            .synced,
            onCommit: { [publisher] (outcome: Outcome) in
                publisher.record(outcome.committed.effects, outcome.changes)
            }
        ) { db -> Outcome in
            if let request = call.request, let known = try ChangeLog.reply(to: request, db) {
                let reply = try JSONBody.decode(Reply.self, from: known)
                return (Committed(reply: reply, isRepeated: true), [])
            }
            var effects = CommitEffects()
            let reply = try body(db, &effects)
            try effects.completeLog(of: call) { try ProfileRow.named(call.profile, db) }
            let changes = try ChangeLog.append(
                effects.logEntries, at: call.now, request: call.request,
                reply: { try JSONBody.encode(reply) }, db)
            return (Committed(reply: reply, effects: effects), changes)
        }.committed
    }
}
