import ArgumentParser
import Contracts
import Glibc
import HostFiles
import Presentation
import RPC
import Supervision
import ZeroMQ
import ZeroMQTransport

struct FollowCommand: UndatedCommand {
    static let configuration = CommandConfiguration(
        name: "follow", abstract: "Keep a read-only copy of a home on another machine.",
        discussion: .examples(
            after: """
                Copies all data, photos and kept files of the other home, and follows its changes; after days \
                offline it continues. Commands and pages here answer with the time that their data is as of, \
                and change nothing. Create the key on the other machine with: dayline keys new NAME --role \
                replica. If the other machine is lost: dayline promote
                """,
            "follow tcp://192.168.1.20:8421 --key travel.key",
            "follow tcp://server.local:8421 --key travel.key --replace"))

    @Argument(help: "Address of the other home, as its setting listen shows it.")
    var address: String

    @Option(
        help: ArgumentHelp(
            "Connect with the key in FILE, of the role replica; --key-file is the same.",
            valueName: "file"), completion: .file())
    var key: String?

    @Flag(help: "Replace data of this home, whose file is kept in its folder.")
    var replace = false

    @OptionGroup var globals: GlobalOptions

    func validate() throws {
        _ = try keyFile
    }

    /// The file of either option.
    private var keyFile: String {
        get throws {
            guard let file = key ?? globals.keyFile else {
                throw ValidationError("A key is missing. Name its file with --key.")
            }
            return file
        }
    }

    func run(_ context: CommandContext) async throws -> ExitStatus {
        let key = try keyFile
        try context.requireLocal("dayline follow")
        let home = context.home
        if let database = try SupervisorSettings.read(home).database {
            throw Status(
                .failedPrecondition, "The data of this home is in \(database.text).",
                hint: "Follow in another home (dayline --home DIR follow \(address) --key FILE).")
        }
        let busKey = try BusKey(file: key)
        let present = try ReplicationFile.read(home.replication)
        let position = try await begin(busKey, epoch: present.epoch)
        try await checkOther(position, present, key, context)
        let hasOwnData = present.following == nil && access(home.database, F_OK) == 0
        guard !hasOwnData || replace || present.superseded != nil else {
            throw Status(
                .failedPrecondition,
                "The home \(home.folder) has data of its own, which the copy would replace.",
                hint:
                    "Use another folder with --home DIR, or replace the data and keep its file with: "
                    + "dayline follow \(address) --key \(key) --replace")
        }
        // Here and not in a worker: the system is stopped while its files change.
        let running = try RunningSystem(context)
        try await running?.stop(context)
        try Files.createPrivateFolder(home.folder)
        try Files.writeAtomically(Files.read(key), to: home.replicaKey)
        try Self.followed(present, address, hasOwnData: hasOwnData).write(to: home.replication)
        if let running {
            try running.start(context)
        } else {
            try RunningSystem.startDetached(context)
        }
        return try await report(context.relocated())
    }

    /// Asks the other home with the key, before anything is changed.
    private func begin(_ key: BusKey, epoch: Int64) async throws -> Replication.Position {
        let connection = BusConnection(
            endpoint: try .tcp(address, key: key), loop: try Loop(), connectTimeout: .seconds(5))
        defer { connection.close() }
        do {
            return try await Client(connection).call(
                Replication.begin, Replication.BeginRequest(epoch: epoch))
        } catch {
            throw Self.refusal(error, key.name)
        }
    }

    /// The status for an error of the other home. The commands in the hints have no colon before them, since
    /// those after a colon are commands for this home.
    static func refusal(_ error: Status, _ key: String) -> Status {
        switch error.code {
        case .permissionDenied:
            Status(
                error.code, "The key \"\(key)\" is not for copying all data of the other home.",
                hint: "Create one on that machine (dayline keys new NAME --role replica).")
        case .unimplemented:
            Status(
                error.code, error.message,
                hint: "A home with its data on a database server has no replicas.")
        default: error
        }
    }

    private func checkOther(
        _ position: Replication.Position, _ present: ReplicationFile, _ key: String,
        _ context: CommandContext
    ) async throws {
        guard position.epoch >= present.epoch else {
            throw Status(
                .failedPrecondition,
                "\(address) has the epoch \(position.epoch), and this home the epoch \(present.epoch): "
                    + "it is the newer one.",
                hint: "Follow this home from there (dayline follow tcp://HOST:PORT --key FILE).")
        }
        guard present.following == nil else { return }
        // Only a primary has a position of its own; a home that does not run has none.
        let own = try? await context.bus().call(
            Replication.begin, Replication.BeginRequest(epoch: present.epoch), context.options())
        guard own?.instance != position.instance else {
            throw Status(
                .invalidArgument, "\(address) is this home itself.",
                hint: "Use another folder: dayline --home DIR follow \(address) --key \(key)")
        }
    }

    /// The file of the home as a replica. A position that was reached with the same primary is kept.
    private static func followed(
        _ present: ReplicationFile, _ address: String, hasOwnData: Bool
    ) -> ReplicationFile {
        var file = ReplicationFile(epoch: present.epoch)
        file.following = present.following ?? ReplicationFile.Following(address: address)
        file.following?.address = address
        if hasOwnData { file.following?.hasOwnData = true }
        return file
    }

    private func report(_ context: CommandContext) async throws -> ExitStatus {
        let state = try await context.bus().call(Replication.state, Empty(), context.options())
        try context.output.result(state) { state.sentences.joined(separator: "\n") }
        return .done
    }
}
