package import Contracts
import FoundationEssentials
import GRDB
package import HostFiles
package import RPC

/// The one process that reads and writes a home's database.
package final class StorageService: Service {
    let file: DatabaseFile
    let board = FoldBoard()
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
        pageLimit: Int? = nil, counter: ChangeCounter? = nil, readOnlyReason: String? = nil,
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
                try MissingChanges.note(since: acknowledged, now: now(), db)
                try ProfileRow.makeDefault(zone: systemZone, db)
                for row in try ImportRow.allStaged(db) { try row.abort(db) }
                try ChangeLog.forgetOldKeys(now: now(), db)
                return try DirtyDays.all(db)
            }
            KeptDatabases(database: path).removeOld(now: now())
            return (file, dirty)
        }
        self.file = file
        self.zones = zones
        catalog = ZoneCatalog(files: zones)
        self.now = now
        self.onChange = onChange
        board.noteMarked(dirty)
        await board.takeIn()
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
        } catch let fault as DatabaseFault where fault.allowsQueries {
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
        await board.close()
    }

    /// Lets go of the file. Nothing may be called afterwards.
    package func close() {
        file.close()
    }

    /// A change that is on the disk, and in the change log, when it returns. A request that comes again
    /// with its idempotency key is answered as the first time, and changes nothing.
    func change<Request: Encodable & Sendable, Reply: Codable & Sendable>(
        _ method: MethodName, _ request: Request, _ context: CallContext,
        _ body: @escaping @Sendable (Database, inout Consequences) throws -> Reply
    ) async throws -> Reply {
        try await changed(method, request, context, body).reply
    }

    /// As ``change(_:_:_:_:)``, and tells whether it was done before.
    func changed<Request: Encodable & Sendable, Reply: Codable & Sendable>(
        _ method: MethodName, _ request: Request, _ context: CallContext,
        _ body: @escaping @Sendable (Database, inout Consequences) throws -> Reply
    ) async throws -> (reply: Reply, isRepeated: Bool) {
        let keyed = try context.metadata.idempotencyKey.map {
            ChangeLog.KeyedRequest(
                key: $0, method: method, profile: context.profile,
                body: try JSONBody.encode(request))
        }
        let now = now()
        typealias Outcome = (
            reply: Reply, consequences: Consequences, changes: [Changes.Change], isRepeated: Bool
        )
        let (reply, consequences, _, isRepeated) = try await file.write(
            .synced,
            content: { outcome in outcome.consequences.renewal(in: context.profile) },
            onCommit: { [board, onChange] (outcome: Outcome) in
                board.noteMarked(outcome.consequences.dirty)
                if !outcome.changes.isEmpty { onChange(outcome.changes) }
            }
        ) { db -> Outcome in
            if let keyed, let known = try ChangeLog.reply(to: keyed, db) {
                return (try JSONBody.decode(Reply.self, from: known), Consequences(), [], true)
            }
            var consequences = Consequences()
            let reply = try body(db, &consequences)
            if consequences.notes.isEmpty, keyed != nil {
                // Nothing changed, which has to be remembered too.
                consequences.notes = [
                    ChangeLog.Note(
                        profile: try ProfileRow.named(context.profile, db), who: "person",
                        kind: "none", key: method.description)
                ]
            }
            let changes = try ChangeLog.append(
                consequences.notes, at: now, request: keyed, reply: { try JSONBody.encode(reply) },
                db)
            return (reply, consequences, changes, false)
        }
        if let folded = consequences.folded { recentFolds.note(folded.days, after: folded.before) }
        await board.takeIn()
        if let gone = consequences.removedProfile { await board.remove(profile: gone) }
        return (reply, isRepeated)
    }
}
