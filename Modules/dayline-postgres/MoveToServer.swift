import Contracts
import Glibc
import HostFiles
import PostgresClient
import PostgresStorage
import RPC
import StorageCore
import StorageService
import Supervision

/// Moves profiles from the file of a home to a database server.
struct MoveToServer {
    private let options: MoveOptions
    private let server: DatabaseServer
    private var home: Home { options.home }

    init(_ options: MoveOptions, _ server: DatabaseServer) throws(Status) {
        self.options = options
        self.server = server
        if let present = options.settings.database {
            throw Status(
                .failedPrecondition, "The data of this home is in \(present.text) already.",
                hint: "Move it to the file of the home with: dayline move --to sqlite")
        }
    }

    func run() async throws -> MoveReport {
        let installation = SQLiteInstallation(home)
        guard installation.exists else {
            throw Status(
                .failedPrecondition, "The home \(home.folder) has no data to move.",
                hint: "Begin on the server with: dayline up --database ADDRESS")
        }
        guard access(home.pendingRestore, F_OK) != 0 else {
            throw Status(
                .failedPrecondition, "A restored backup replaces the database at the next start.",
                hint: "Complete that with: dayline up")
        }
        // Checks the schema of the file, too.
        let storage = try await StorageService(
            path: home.database, systemZone: "UTC", readOnlyReason: "The data is being moved.")
        defer { storage.close() }
        let pool = try await MoveOptions.pool(server)
        defer { pool.close() }
        let source = SQLiteRows(reading: home.database)
        let target = PostgresRows(pool)
        let profiles = try options.selected(try await source.profiles())
        let state = try await state(for: profiles, in: target)
        try await checkNames(of: profiles, state, in: target)
        let photos = MovedPhotos(in: home)
        let names = try await photos.names(of: profiles, in: source)
        let notes = photos.notes(names, isToServer: true) + self.notes
        if options.isDryRun {
            return try await options.dryRun(
                of: profiles, in: source, from: home.database, to: server.text, notes: notes)
        }
        try state.write(to: home)
        let moved: [MoveReport.Profile]
        do {
            moved = try await copy(profiles, state, from: source, storage, to: target, pool) {
                try await photos.copy(
                    names[$0.id] ?? [], of: $0, from: Client(inProcess: storage), to: target,
                    as: $1, checkedBy: $2)
            }
        } catch {
            // Nothing of a failed move stays there. A repeated move continues with the rows on a server that is
            // away.
            if (try? await target.discard(Array(state.profiles.values))) != nil {
                unlink(home.moveState)
            }
            throw error
        }
        return try finish(moved, notes)
    }

    /// A new state, with the identifiers of copies that an interrupted move to this server has left. Other
    /// copies are discarded.
    private func state(
        for profiles: [MovedProfile], in target: PostgresRows
    ) async throws -> MoveState {
        var state = MoveState(server: server)
        if let earlier = try MoveState.read(home) {
            var abandoned = earlier.profiles
            if earlier.server.address == server.address {
                for name in profiles.map(\.name) {
                    guard let id = abandoned.removeValue(forKey: name) else { continue }
                    // Another home uses a copy that is owned.
                    if try await !target.isOwned(id) { state.profiles[name] = id }
                }
            }
            if !abandoned.isEmpty, !options.isDryRun {
                let pool = try await MoveOptions.pool(earlier.server)
                defer { pool.close() }
                try await PostgresRows(pool).discard(Array(abandoned.values))
            }
        }
        for profile in profiles where state.profiles[profile.name] == nil {
            state.profiles[profile.name] = .random(in: 1...Int64.max)
        }
        return state
    }

    /// - Throws: ALREADY_EXISTS if the database has a used profile of one of the names.
    private func checkNames(
        of profiles: [MovedProfile], _ state: MoveState, in target: PostgresRows
    ) async throws {
        guard !options.shouldReplace else { return }
        for profile in profiles {
            guard let namesake = try await target.namesake(of: profile.name), namesake.isUsed,
                namesake.id != state.profiles[profile.name]
            else { continue }
            throw Status(
                .alreadyExists, "\(server.text) has data of a profile \(profile.name) already.",
                hint: "Use another database, or replace that data for good with: --replace")
        }
    }

    /// Copies the rows of the profiles, and their photos with `copyPhotos`, which gets a client of the target.
    private func copy(
        _ profiles: [MovedProfile], _ state: MoveState, from source: SQLiteRows,
        _ storage: StorageService, to target: PostgresRows, _ pool: PostgresPool,
        copyPhotos: (_ original: MovedProfile, _ copy: Int64, Client) async throws -> Void
    ) async throws -> [MoveReport.Profile] {
        let answering = try await PostgresStorage(
            pool, systemZone: "UTC", unpublished: state.profiles)
        var copies: [MovedProfile] = []
        var moved: [MoveReport.Profile] = []
        for profile in profiles {
            var copy = profile
            copy.id = state.profiles[profile.name] ?? 0
            try MoveOptions.report(progress: "\(profile.name): copying and comparing all rows")
            let result = try await ProfileCopy(from: source, to: target)
                .copy(profile, as: copy, NumberShift())
            try MoveOptions.report(progress: "\(profile.name): comparing answers")
            let answers = try await AnswerComparison(
                of: profile.name, kinds: MoveOptions.kinds(of: profile.id, in: source),
                includesNumbers: true
            ).compare(Client(inProcess: storage), with: Client(inProcess: answering))
            try await copyPhotos(profile, copy.id, Client(inProcess: answering))
            copies.append(copy)
            moved.append(
                MoveReport.Profile(
                    name: profile.name, rows: MoveOptions.rows(result.digests), answers: answers))
        }
        try await target.publish(copies, shouldReplace: options.shouldReplace)
        return moved
    }

    private func finish(
        _ moved: [MoveReport.Profile], _ notes: [String]
    ) throws -> MoveReport {
        if options.profile == nil {
            try SupervisorSettings.change(in: home) { $0.database = server }
        }
        unlink(home.moveState)
        return MoveReport(
            from: home.database, to: server.text, isDryRun: false, profiles: moved,
            isSwitched: options.profile == nil, notes: notes)
    }

    private var notes: [String] {
        guard options.profile == nil else {
            return [
                "The home keeps its database and its own copy of the profile. Delete that copy with: "
                    + "dayline profile erase NAME"
            ]
        }
        return [
            "The file \(home.database) is kept as it is. Nothing is written to it any more.",
            "Daily backups of the home end: the server makes its own.",
        ]
    }
}
