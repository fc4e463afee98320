import ArgumentParser
import Contracts
import RPC

struct SettingsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "settings", abstract: "The profile's settings.",
        subcommands: [List.self, Get.self, Set.self], defaultSubcommand: List.self)

    struct List: BusCommand {
        static let configuration = CommandConfiguration(abstract: "All settings.")

        @OptionGroup var globals: GlobalOptions

        func run(_ session: CommandContext) async throws -> ExitStatus {
            let listing = try await SettingListing(session, SettingDefinition.all)
            try session.output.result(listing) { listing.text(session.output) }
            return .done
        }
    }

    struct Get: BusCommand {
        static let configuration = CommandConfiguration(abstract: "One setting.")

        @Argument(help: "Its name.", completion: .custom(NameCompletion.settings))
        var key: String

        @OptionGroup var globals: GlobalOptions

        func run(_ session: CommandContext) async throws -> ExitStatus {
            let listing = try await SettingListing(session, [SettingDefinition.named(key)])
            try session.output.result(listing) { listing.settings[0].value }
            return .done
        }
    }

    struct Set: BusCommand {
        static let configuration = CommandConfiguration(abstract: "Change a setting.")

        @Argument(help: "Its name.", completion: .custom(NameCompletion.settings))
        var key: String

        @Argument(help: "Its value.", completion: .custom(NameCompletion.settingValues))
        var value: String

        @OptionGroup var globals: GlobalOptions

        func run(_ session: CommandContext) async throws -> ExitStatus {
            let definition = try SettingDefinition.named(key)
            try definition.validate(value)
            _ = try await session.bus().call(
                Settings.set, Settings.SetRequest(key: key, value: value), session.options())
            let listing = try await SettingListing(session, [definition])
            try session.output.result(listing) { "\(key) is \(value)." }
            return .done
        }
    }
}

/// Settings with their values, as the profile has them.
private struct SettingListing: Encodable {
    var settings: [Item]

    struct Item: Encodable {
        var key: String
        var value: String
        var `default`: String
        var allowed: [String]
    }

    init(_ session: CommandContext, _ definitions: [SettingDefinition]) async throws {
        let stored = try await session.bus().call(Settings.list, Empty(), session.options()).values
        settings = definitions.map { definition in
            Item(
                key: definition.key, value: stored[definition.key] ?? definition.defaultValue,
                default: definition.defaultValue, allowed: definition.allowed)
        }
    }

    func text(_ output: Output) -> String {
        var table = TextTable([
            ("setting", .left), ("value", .left), ("default", .left), ("allowed", .left),
        ])
        for item in settings {
            table.add([
                item.key, item.value, item.default, item.allowed.joined(separator: ", "),
            ])
        }
        return table.text(output)
    }
}
