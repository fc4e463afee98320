package import Contracts
import FoundationEssentials
import GRDB
package import HostFiles
package import RPC

/// The one process that reads and writes a home's database.
package final class StorageService: Service {
    let file: DatabaseFile
    let foldQueue = FoldQueue()
    let recentFolds = RecentFolds()
    let extents = SeriesExtents()
    /// Tells the stamps of this process from those of one before it.
    let instance = UInt64.random(in: 0...UInt64.max)
    let zones: TimeZoneFiles
    let catalog: ZoneCatalog
    /// Milliseconds since 1970.
    let now: @Sendable () -> Int64
    private let onChange: @Sendable ([Changes.Change]) -> Void

    /// Opens the database, makes the default profile at the first start, and clears what imports
    /// staged that died.
    ///
    /// - Parameters:
    ///   - path: The database file; its folder exists.
    ///   - systemZone: IANA name of the zone that the first profile lives in.
    ///   - zones: Tells which zones there are.
    ///   - pageLimit: The size that the file may have; nil: as the disk allows.
    ///   - counter: Told of each transaction, before anybody else is.
    ///   - readOnlyReason: Why nothing may be written, in words; nil: storage writes, unless the file cannot
    ///     be written.
    ///   - onUpgrade: Told when tables of an earlier version are about to be brought to this one, which
    ///     takes seconds where there is much, in words for people.
    ///   - onStatement: Told of each SQL statement that begins, without its values.
    ///   - now: The time, in milliseconds since 1970.
    ///   - onChange: Told of changes once they are committed, in the order of their numbers; quick.
    /// - Throws: What is wrong with the file, as a status.
    package init(
        path: String, systemZone: String, zones: TimeZoneFiles = TimeZoneFiles(),
        pageLimit: Int? = nil, counter: CommitCounter? = nil, readOnlyReason: String? = nil,
        onUpgrade: (String) -> Void = { _ in },
        onStatement: (@Sendable (String) -> Void)? = nil,
        now: @escaping @Sendable () -> Int64 = WallClock.milliseconds,
        onChange: @escaping @Sendable ([Changes.Change]) -> Void = { _ in }
    ) async throws {
        let (file, dirty) = try await Self.open(path, readOnlyReason) {
            try Restoration.perform(at: path, now: now())
            let acknowledged = CommitRecord.read(database: path)
            let file = try DatabaseFile(
                path: path, pageLimit: pageLimit, counter: counter, onUpgrade: onUpgrade,
                onStatement: onStatement)
            let dirty = try await file.write(.synced) { db in
                try MissingChanges.record(since: acknowledged, now: now(), db)
                try ProfileRow.addDefault(zone: systemZone, db)
                for row in try ImportRow.allStaged(db) { try row.abort(db) }
                try ChangeLog.removeExpiredKeys(now: now(), db)
                return try DirtyDays.all(db)
            }
            ReplacedDatabases(database: path).removeOld(now: now())
            return (file, dirty)
        }
        self.file = file
        self.zones = zones
        catalog = ZoneCatalog(files: zones)
        self.now = now
        self.onChange = onChange
        foldQueue.recordMarked(dirty)
        await foldQueue.applyPendingEvents()
    }

    /// Opens the file as usual, or for queries only where a reason is given or the file cannot be written.
    private static func open(
        _ path: String, _ readOnlyReason: String?,
        usual: () async throws -> (DatabaseFile, [DirtyMetric])
    ) async throws -> (DatabaseFile, [DirtyMetric]) {
        if let readOnlyReason {
            return (try DatabaseFile(path: path, readOnlyBecause: readOnlyReason), [])
        }
        do {
            return try await usual()
        } catch let fault as DatabaseFault where fault.canAnswerQueries {
            // What is wrong with it is more to the point than why it cannot be read either.
            guard let file = try? DatabaseFile(path: path, readOnlyBecause: fault.status.message)
            else { throw fault }
            return (file, [])
        }
    }

    package func register(on router: inout Router) {
        registerProfiles(on: &router)
        registerStaging(on: &router)
        registerImportLog(on: &router)
        registerFolds(on: &router)
        registerDays(on: &router)
        registerSources(on: &router)
        registerHealthRows(on: &router)
        registerSettings(on: &router)
        registerChanges(on: &router)
        registerTracker(on: &router)
        registerCorrections(on: &router)
        registerBackups(on: &router)
        registerCheckups(on: &router)
    }

    /// Ends the calls that wait for something to fold, or for it to be folded: of themselves they would
    /// not end, and nobody can bring what is folded any more.
    package func stopFolding() async {
        await foldQueue.close()
    }

    /// Lets go of the file. Nothing may be called afterwards.
    package func close() {
        file.close()
    }

    /// A change that is on the disk, and in the change log, when it returns. A request that comes again
    /// with its idempotency key is answered as the first time, and changes nothing.
    func change<Request: Encodable & Sendable, Reply: Codable & Sendable>(
        _ method: MethodName, _ request: Request, _ context: CallContext,
        _ body: @escaping @Sendable (Database, inout CommitEffects) throws -> Reply
    ) async throws -> Reply {
        try await performChange(method, request, context, body).reply
    }

    /// As ``change(_:_:_:_:)``, and tells whether it was done before.
    func performChange<Request: Encodable & Sendable, Reply: Codable & Sendable>(
        _ method: MethodName, _ request: Request, _ context: CallContext,
        _ body: @escaping @Sendable (Database, inout CommitEffects) throws -> Reply
    ) async throws -> (reply: Reply, isRepeated: Bool) {
        let keyed = try context.metadata.idempotencyKey.map {
            ChangeLog.KeyedRequest(
                key: $0, method: method, profile: context.profile,
                body: try JSONBody.encode(request))
        }
        let now = now()
        typealias Outcome = (
            reply: Reply, consequences: CommitEffects, changes: [Changes.Change], isRepeated: Bool
        )
        let (reply, consequences, _, isRepeated) = try await file.write(
            .synced,
            content: { outcome in outcome.consequences.renewal(in: context.profile) },
            onCommit: { [foldQueue, onChange] (outcome: Outcome) in
                foldQueue.recordMarked(outcome.consequences.dirty)
                if !outcome.changes.isEmpty { onChange(outcome.changes) }
            }
        ) { db -> Outcome in
            if let keyed, let known = try ChangeLog.reply(to: keyed, db) {
                return (try JSONBody.decode(Reply.self, from: known), CommitEffects(), [], true)
            }
            var consequences = CommitEffects()
            let reply = try body(db, &consequences)
            if consequences.logEntries.isEmpty, keyed != nil {
                // Nothing changed, which has to be remembered too.
                consequences.logEntries = [
                    ChangeLog.Entry(
                        profile: try ProfileRow.named(context.profile, db), who: "person",
                        kind: "none", key: method.description)
                ]
            }
            let changes = try ChangeLog.append(
                consequences.logEntries, at: now, request: keyed,
                reply: { try JSONBody.encode(reply) },
                db)
            return (reply, consequences, changes, false)
        }
        if let folded = consequences.folded {
            recentFolds.record(folded.days, after: folded.before)
        }
        await foldQueue.applyPendingEvents()
        if let gone = consequences.removedProfile { await foldQueue.remove(profile: gone) }
        return (reply, isRepeated)
    }
}
