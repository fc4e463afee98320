import ArgumentParser
import Contracts
import Presentation
import RPC
import Tracker

struct WebSessionsCommand: BusCommand {
    static let configuration = CommandConfiguration(
        name: "sessions",
        abstract: "List the browsers that are signed in (default: of all profiles of the home).",
        discussion: .examples(
            after: "With --profile, and with --remote, the list is that of one profile.",
            "web sessions", "web sessions --profile anna", "web sessions --json"))

    @OptionGroup var globals: GlobalOptions

    var isSequential: Bool { true }

    func run(_ context: CommandContext) async throws -> ExitStatus {
        let bus = try context.bus()
        // A key cannot list the profiles.
        guard globals.profile == nil, !context.isRemote else {
            let sessions = try await bus.call(WebAccess.sessions, Empty(), context.options())
            try context.output.result(sessions) {
                text(sessions.sessions.map { OpenSession($0, profiles: []) }, context)
            }
            return .done
        }
        let sessions = try await sessionsOfHome(bus, context)
        try context.output.result(Listing(sessions: sessions)) { text(sessions, context) }
        return .done
    }

    /// The sessions of all profiles, newest first.
    private func sessionsOfHome(
        _ bus: Client, _ context: CommandContext
    ) async throws -> [OpenSession] {
        var sessions: [String: OpenSession] = [:]
        let profiles = try await bus.call(Profiles.list, Empty(), context.options()).profiles
        for name in profiles.map(\.name) {
            let own = try await bus.call(
                WebAccess.sessions, Empty(), context.options(of: name)
            ).sessions
            for session in own {
                sessions[session.id, default: OpenSession(session, profiles: [])]
                    .profiles.append(name)
            }
        }
        return sessions.values.sorted { ($0.createdAt, $0.id) > ($1.createdAt, $1.id) }
    }

    private func text(_ sessions: [OpenSession], _ context: CommandContext) -> String {
        let isOfHome = globals.profile == nil && !context.isRemote
        guard !sessions.isEmpty else {
            return isOfHome
                ? "No browser is signed in. Print a link with: dayline web"
                : "No browser is signed in to the profile \(context.profileName). "
                    + "Print a link with: dayline --profile \(quoted(context.profileName)) web"
        }
        let columns: [(String, TextTable.Alignment)] =
            isOfHome ? [("id", .left), ("profile", .left)] : [("id", .left)]
        var table = TextTable(columns + [("used", .left), ("browser", .left)])
        for session in sessions {
            table.add(
                (isOfHome ? [session.id, session.profiles.joined(separator: ", ")] : [session.id])
                    + [String(session.usedAt.prefix(10)), session.device])
        }
        let hasOthers = sessions.contains {
            !$0.profiles.isEmpty && !$0.profiles.contains(context.profileName)
        }
        return table.text(context.output)
            + (hasOthers
                ? "\nSign out a browser of another profile with: dayline --profile PROFILE web end ID"
                : "")
    }
}

extension WebSessionsCommand {
    private struct Listing: Encodable {
        var sessions: [OpenSession]
    }

    private struct OpenSession: Encodable {
        var id: String
        var device: String
        var createdAt: String
        var usedAt: String
        /// The profiles that the session can open; empty: not known.
        var profiles: [String]

        init(_ session: WebAccess.Session, profiles: [String]) {
            id = session.id
            device = session.device
            createdAt = session.createdAt
            usedAt = session.usedAt
            self.profiles = profiles
        }
    }
}
