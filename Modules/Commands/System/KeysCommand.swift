import ArgumentParser
import Contracts
import HostFiles
import Presentation
import RPC
import ZeroMQ

struct KeysCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        name: "keys",
        abstract: "List the keys of programs on other machines, or create and revoke them.",
        discussion: .examples(
            after: """
                A key has roles: read (data of a profile), log (add and change records), push (send \
                files with health data), admin (all of these, and removing data for good), researcher \
                (query cohorts, and nothing else), operator (list profiles, set their labels, read the \
                log of cohort queries; no days of a person), replica (copy all data into another home, \
                with dayline follow), and worker:SERVICE (serve a service). Programs connect to the \
                address of the setting listen.
                """, "keys new laptop --role read --role log",
            "keys new desktop --role worker:dayline.aggregation", "keys new travel --role replica",
            "keys revoke laptop"),
        subcommands: [ListKeysCommand.self, NewKeyCommand.self, RevokeKeyCommand.self],
        defaultSubcommand: ListKeysCommand.self)
}

struct ListKeysCommand: UnaryCommand {
    static let configuration = CommandConfiguration(
        name: "list", abstract: "List the keys.",
        discussion: .examples("keys list", "keys list --json"))
    static let method = BusKeys.list

    @OptionGroup var globals: GlobalOptions

    func text(_ response: BusKeys.ListResponse, _ output: Output) -> String {
        guard !response.keys.isEmpty else {
            return "There is no key. Create one with: dayline keys new NAME --role log"
        }
        return TextTable(
            of: response.keys, .left("name", \.name),
            .left("roles") { $0.roles.joined(separator: ", ") },
            .left("profile") { $0.profile ?? "all" },
            .left("created") { String($0.createdAt.prefix(10)) },
            .left("connected") { key in
                key.connections.isEmpty ? "-" : key.connections.joined(separator: ", ")
            }
        ).text(output)
    }
}

struct NewKeyCommand: BusCommand {
    static let configuration = CommandConfiguration(
        name: "new", abstract: "Create a key and write it to a file, once.",
        discussion: .examples(
            after: """
                Move the file to the other machine, readable by its user only. The home has no copy of \
                the secret. A key is for the profile of --profile; that of a researcher, an operator, a \
                replica or a worker is for all profiles and has one role.
                """, "keys new laptop --role read --role log", "keys new study --role researcher",
            "keys new desktop --role worker:dayline.aggregation --output desktop.key"))

    @Argument(help: "Name of the key, such as the machine that uses it.")
    var name: String

    @Option(
        help: ArgumentHelp(
            "Assign ROLE: read, log, push, admin, researcher, operator, replica or worker:SERVICE; repeat for several."
        ))
    var role: [String]

    @Option(
        help: ArgumentHelp("Write the key to FILE (default: NAME.key).", valueName: "file"),
        completion: .file())
    var output: String?

    @Flag(
        name: .customLong("all-profiles"), help: "Allow all profiles (default: that of --profile).")
    var isForAllProfiles = false

    @OptionGroup var globals: GlobalOptions

    func run(_ context: CommandContext) async throws -> ExitStatus {
        let roles = try role.map { text throws(Status) in try Role(text) }
        guard CredentialName.isValid(name), output != nil || !name.contains("/") else {
            throw UsageError(
                "The name of a key has 1 to 64 characters without control characters.",
                hint: "For example: dayline keys new laptop --role log")
        }
        let isGlobal = isForAllProfiles || roles.allSatisfy(\.isForAllProfiles)
        let profile = isGlobal ? nil : context.profileName
        if profile != nil { try await context.requireProfile(context.bus()) }
        let path = output ?? "\(name).key"
        let pair = try CurveKeyPair()
        var key = BusKey(
            name: name, profile: profile, publicKey: pair.publicKey, secretKey: pair.secretKey,
            serverKey: "")
        // Reserved before the key is registered: a key without a file would be of no use.
        let file = try KeyFile(path)
        let response: BusKeys.NewResponse
        do {
            response = try await context.bus().call(
                BusKeys.new,
                BusKeys.NewRequest(
                    name: name, publicKey: pair.publicKey, roles: role, profile: profile),
                context.options())
            key.serverKey = response.serverKey
            try file.write(key)
        } catch {
            file.remove()
            throw error
        }
        let report = Report(
            name: name, file: path, roles: role, profile: profile, address: response.address)
        try context.output.result(report) {
            Self.instructions(file: path, roles: roles, address: response.address)
        }
        return .done
    }

    /// The sentences after a key was created. `address` is that of the broker; nil: the broker accepts no
    /// connections.
    static func instructions(file: String, roles: [Role], address: String?) -> String {
        let broker = address ?? "tcp://HOST:PORT"
        let use =
            switch roles.first {
            case .replica: "follow this home there: dayline follow \(broker) --key FILE"
            case .worker: "start workers there: daylined --join \(broker) --key-file FILE"
            default: "use it there with the options --remote \(broker) --key-file FILE."
            }
        let text =
            "The key is in \(file) and in no other file. Move it to the other machine, and \(use)"
        guard address == nil else { return text }
        return text + "\nThe broker accepts no connections yet. Choose an address with: "
            + "dayline settings set listen tcp://HOST:PORT"
    }

    private struct Report: Encodable {
        var name: String
        var file: String
        var roles: [String]
        var profile: String?
        var address: String?
    }
}

struct RevokeKeyCommand: UnaryCommand {
    static let configuration = CommandConfiguration(
        name: "revoke", abstract: "Revoke a key and end its connections.",
        discussion: .examples("keys revoke laptop", "keys revoke \"old laptop\""))
    static let method = BusKeys.revoke

    @Argument(help: "Name of the key, from dayline keys.", completion: .custom(NameCompletion.keys))
    var name: String

    @OptionGroup var globals: GlobalOptions

    var request: BusKeys.RevokeRequest { BusKeys.RevokeRequest(name: name) }

    func text(_ response: BusKeys.RevokeResponse, _ output: Output) -> String {
        let ended =
            switch response.connections {
            case 0: ""
            case 1: " One connection was ended."
            default: " \(response.connections) connections were ended."
            }
        return "The key \"\(name)\" is revoked.\(ended)"
    }
}
