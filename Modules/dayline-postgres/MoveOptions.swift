import Glibc
import HostFiles
import PostgresClient
import PostgresStorage
import RPC
import StorageCore
import Supervision

/// The home and the profiles that are moved.
struct MoveOptions: Sendable {
    let home: Home
    let settings: SupervisorSettings
    /// The name of the only profile to copy; nil: all profiles, and the home uses the target afterwards.
    let profile: String?
    let isDryRun: Bool
    /// True if profiles of the same names in the target are replaced.
    let shouldReplace: Bool

    /// The time for reaching a server.
    private static let connectLimit = Duration.seconds(10)

    /// The profiles to move, the default one first.
    /// - Throws: NOT_FOUND if the profile does not exist.
    func selected(_ all: [MovedProfile]) throws(Status) -> [MovedProfile] {
        guard let profile else {
            return all.filter { $0.name == CallMetadata.defaultProfile }
                + all.filter { $0.name != CallMetadata.defaultProfile }
        }
        let found = all.filter { $0.name.lowercased() == profile.lowercased() }
        guard !found.isEmpty else {
            throw Status(
                .notFound, "There is no profile \(profile).",
                hint: "See all of them with: dayline profile list")
        }
        return found
    }

    /// A pool of connections to a server that storage workers can use.
    static func pool(_ server: DatabaseServer) async throws -> PostgresPool {
        let address = try PostgresAddress(
            parsing: server.address, passwordFile: server.passwordFile)
        let connection = try await PostgresConnection.open(address, within: connectLimit)
        defer { connection.close() }
        try await PostgresMigrator.check(connection)
        return PostgresPool(address)
    }

    /// The report of a dry run: the rows of each profile.
    func dryRun(
        of profiles: [MovedProfile], in source: some MovableRows, from: String, to: String,
        notes: [String]
    ) async throws -> MoveReport {
        var counted: [MoveReport.Profile] = []
        for profile in profiles {
            counted.append(
                MoveReport.Profile(
                    name: profile.name, rows: Self.rows(try await source.digests(of: profile.id)),
                    answers: nil))
        }
        return MoveReport(
            from: from, to: to, isDryRun: true, profiles: counted, isSwitched: false, notes: notes)
    }

    static func rows(_ digests: [MovedTable: RowDigest]) -> Int {
        digests.values.reduce(0) { $0 + $1.rows }
    }

    /// The kinds of the documents of a profile.
    static func kinds(of profile: Int64, in source: some MovableRows) async throws -> [String] {
        var kinds: Set<String> = []
        try await source.read(.tracked, of: profile) { rows in
            kinds.formUnion(rows.compactMap { $0[0].text })
        }
        return kinds.sorted()
    }

    static func report(progress: String) throws { try write(MoveLine(progress: progress)) }

    /// Writes a line to standard output.
    static func write(_ line: MoveLine) throws {
        let bytes = try JSONBody.encode(line).array(of: UInt8.self) + [UInt8(ascii: "\n")]
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count)
            }
            if count < 0, errno == EINTR { continue }
            // The reader of the progress has ended. The move continues.
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}
