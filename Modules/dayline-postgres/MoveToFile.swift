import Contracts
import Glibc
import HostFiles
import PostgresClient
import PostgresStorage
import RPC
import StorageCore
import StorageService
import Supervision

/// Moves profiles from a database server to the file of a home.
struct MoveToFile {
    private let options: MoveOptions
    private let server: DatabaseServer
    private var home: Home { options.home }

    init(_ options: MoveOptions) throws(Status) {
        self.options = options
        guard let server = options.settings.database else {
            throw Status(
                .failedPrecondition, "The data of this home is in its file already.",
                hint:
                    "Move it to a server with: dayline move --to postgresql://dayline@HOST/DATABASE"
            )
        }
        self.server = server
    }

    func run() async throws -> MoveReport {
        let installation = SQLiteInstallation(home)
        guard options.profile == nil || !installation.exists || options.shouldReplace else {
            throw Status(
                .alreadyExists, "The home has a file \(home.database) already.",
                hint:
                    "Move all profiles, or set the file aside and write another one with: --replace"
            )
        }
        let pool = try await MoveOptions.pool(server)
        defer { pool.close() }
        let source = PostgresRows(pool)
        let profiles = try options.selected(try await source.profiles())
        let photos = MovedPhotos(in: home)
        let names = try await photos.names(of: profiles, in: source)
        let notes =
            photos.notes(names, isToServer: false) + (try await notes(of: profiles, in: source))
        if options.isDryRun {
            return try await options.dryRun(
                of: profiles, in: source, from: server.text, to: home.database, notes: notes)
        }
        installation.removeMoving()
        // Left by a move to the server that was killed after its last step.
        unlink(home.moveState)
        do {
            let (moved, replaced) = try await source.withLock(on: profiles) { checkLock in
                let moved = try await copy(profiles, from: source, pool, to: installation) {
                    try await photos.copy(names[$0.id] ?? [], of: $0, from: $1, checkedBy: $2)
                }
                try await checkLock()
                let replaced = try installation.install(now: WallClock.milliseconds())
                if options.profile == nil {
                    try SupervisorSettings.change(in: home) { $0.database = nil }
                }
                return (moved, replaced)
            }
            return MoveReport(
                from: server.text, to: home.database, isDryRun: false, profiles: moved,
                isSwitched: options.profile == nil, replacedFile: replaced, notes: notes)
        } catch {
            installation.removeMoving()
            throw error
        }
    }

    private func copy(
        _ profiles: [MovedProfile], from source: PostgresRows, _ pool: PostgresPool,
        to installation: SQLiteInstallation,
        copyPhotos: (MovedProfile, _ source: Client, _ target: Client) async throws -> Void
    ) async throws -> [MoveReport.Profile] {
        let shifts = try await NumberShifts.between(profiles, in: source)
        let target = try SQLiteRows(creating: installation.movingPath)
        var moved: [MoveReport.Profile] = []
        for (copy, profile) in zip(copies(of: profiles, shifts), profiles) {
            try MoveOptions.report(progress: "\(profile.name): copying and comparing all rows")
            let shift = shifts[profile.id] ?? NumberShift()
            let result = try await ProfileCopy(from: source, to: target)
                .copy(profile, as: copy, shift)
            moved.append(
                MoveReport.Profile(
                    name: profile.name, rows: MoveOptions.rows(result.digests), answers: nil,
                    isRenumbered: shift.offsets.isEmpty ? nil : true))
        }
        try target.finish()
        return try await compareAnswers(
            moved, profiles, shifts, source, pool, installation, copyPhotos: copyPhotos)
    }

    /// The copies, with identifiers from 1. The file numbers changes, series and imports of all profiles
    /// together.
    private func copies(
        of profiles: [MovedProfile], _ shifts: [Int64: NumberShift]
    ) -> [MovedProfile] {
        var last: [NumberSpace: Int64] = [:]
        for profile in profiles {
            let shift = shifts[profile.id] ?? NumberShift()
            for (space, number) in profile.lastNumbers {
                last[space] = max(last[space] ?? 0, shift.shifted(number, space))
            }
        }
        return profiles.enumerated().map { index, profile in
            MovedProfile(
                id: Int64(index) + 1, name: profile.name, dataVersion: profile.dataVersion,
                knownFrom: profile.knownFrom, lastNumbers: last)
        }
    }

    /// Compares the answers of both engines, and copies the photos.
    private func compareAnswers(
        _ moved: [MoveReport.Profile], _ profiles: [MovedProfile],
        _ shifts: [Int64: NumberShift], _ source: PostgresRows, _ pool: PostgresPool,
        _ installation: SQLiteInstallation,
        copyPhotos: (MovedProfile, _ source: Client, _ target: Client) async throws -> Void
    ) async throws -> [MoveReport.Profile] {
        let answering = try await PostgresStorage(pool, systemZone: "UTC", unpublished: [:])
        let storage = try await StorageService(
            path: installation.movingPath, systemZone: "UTC",
            readOnlyReason: "The data is being moved.")
        defer { storage.close() }
        // Of several profiles, each has another newest number in the server than all of them in the file.
        let areNumbersEqual = profiles.count == 1
        var moved = moved
        for (index, profile) in profiles.enumerated() {
            try MoveOptions.report(progress: "\(profile.name): comparing answers")
            moved[index].answers = try await AnswerComparison(
                of: profile.name, kinds: MoveOptions.kinds(of: profile.id, in: source),
                includesNumbers: areNumbersEqual && shifts[profile.id] == nil
            ).compare(Client(inProcess: answering), with: Client(inProcess: storage))
            try await copyPhotos(
                profile, Client(inProcess: answering), Client(inProcess: storage))
        }
        return moved
    }

    /// The profiles that a note names, at most.
    private static let namedProfiles = 10

    private func notes(
        of profiles: [MovedProfile], in source: PostgresRows
    ) async throws -> [String] {
        var notes: [String] = []
        let participants = try await source.participants(of: profiles)
        if !participants.isEmpty {
            let names = participants.prefix(Self.namedProfiles).map(\.name)
            let others = participants.count - names.count
            notes.append(
                "Consents to comparisons of groups, birth dates, sexes and labels are not moved, since "
                    + "a file has no such comparisons. Profiles that have them: "
                    + names.joined(separator: ", ") + (others > 0 ? " and \(others) others" : ""))
        }
        if participants.contains(where: { $0.participation.consentAt != nil }) {
            notes.append(
                "Comparisons in \(server.text) include the copies of profiles with consent until the "
                    + "copies are deleted.")
        }
        notes.append(
            "\(server.text) keeps its copy. Delete it for good with: "
                + "dayline-postgres erase ADDRESS NAME --yes")
        if options.profile != nil {
            notes.append(
                "The home still uses \(server.text). Use the file with: "
                    + "dayline up --database sqlite")
        }
        return notes
    }
}
