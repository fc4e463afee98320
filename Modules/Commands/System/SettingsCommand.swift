import ArgumentParser
import Contracts
import Presentation
import RPC

struct SettingsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        name: "settings", abstract: "List, show and change settings of the profile.",
        discussion: .examples("settings", "settings set units metric"),
        subcommands: [List.self, Get.self, Set.self], defaultSubcommand: List.self)

    struct List: BusCommand {
        static let configuration = CommandConfiguration(
            name: "list", abstract: "List settings.",
            discussion: .examples("settings list", "settings list --json"))

        @OptionGroup var globals: GlobalOptions

        func run(_ context: CommandContext) async throws -> ExitStatus {
            var listing = try await SettingListing(context, SettingDefinition.all)
            listing.settings.append(try await InboxSetting(context).item)
            do {
                for setting in BackupSetting.allCases {
                    listing.settings.append(try await setting.item(context))
                }
            } catch let status as Status where status.code == .failedPrecondition {
                // A database server makes its own backups.
            }
            if !context.isRemote {
                listing.settings.append(try await ListenSetting(context).item)
                listing.settings.append(try await TelemetrySetting(context).item)
                listing.settings.append(try ProfileSetting(context.home).item)
            }
            try context.output.result(listing) { listing.text(context.output) }
            return .done
        }
    }

    struct Get: BusCommand {
        static let configuration = CommandConfiguration(
            name: "get", abstract: "Show a setting.",
            discussion: .examples("settings get weekStart", "settings get units --json"))

        @Argument(help: "Name of the setting.", completion: .custom(NameCompletion.settings))
        var key: String

        @OptionGroup var globals: GlobalOptions

        func run(_ context: CommandContext) async throws -> ExitStatus {
            let listing =
                switch key {
                case ProfileSetting.key:
                    SettingListing(settings: [try ProfileSetting(context.home).item])
                case Settings.inbox:
                    SettingListing(settings: [try await InboxSetting(context).item])
                case ListenSetting.key:
                    SettingListing(settings: [try await ListenSetting(context).item])
                case TelemetrySetting.key:
                    SettingListing(settings: [try await TelemetrySetting(context).item])
                default:
                    if let setting = BackupSetting(rawValue: key) {
                        SettingListing(settings: [try await setting.item(context)])
                    } else {
                        try await SettingListing(context, [SettingDefinition.named(key)])
                    }
                }
            try context.output.result(listing) { listing.settings[0].value }
            return .done
        }
    }

    struct Set: BusCommand {
        static let configuration = CommandConfiguration(
            name: "set", abstract: "Change a setting.",
            discussion: .examples(
                "settings set weekStart sunday", "settings set dayEnd 03:00",
                "settings set units metric", "settings set inbox off",
                "settings set backupTime 03:30", "settings set profile anna",
                "settings set listen tcp://192.168.1.20:8421"))

        @Argument(help: "Name of the setting.", completion: .custom(NameCompletion.settings))
        var key: String

        @Argument(help: "New value.", completion: .custom(NameCompletion.settingValues))
        var value: String

        @OptionGroup var globals: GlobalOptions

        func run(_ context: CommandContext) async throws -> ExitStatus {
            if key == ProfileSetting.key {
                try context.requireLocal("The setting \(key)")
                let setting = ProfileSetting(context.home)
                try await setting.set(value, context)
                let listing = SettingListing(settings: [try setting.item])
                try context.output.result(listing) { "Commands use the profile \(value)." }
                return .done
            }
            if key == Settings.inbox {
                let setting = InboxSetting(context)
                let text = try await setting.set(value)
                let listing = SettingListing(settings: [try await setting.item])
                try context.output.result(listing) { text }
                return .done
            }
            if let setting = BackupSetting(rawValue: key) {
                let text = try await setting.set(value, context)
                let listing = SettingListing(settings: [try await setting.item(context)])
                try context.output.result(listing) { text }
                return .done
            }
            if key == ListenSetting.key {
                let setting = ListenSetting(context)
                let text = try await setting.set(value)
                let listing = SettingListing(settings: [try await setting.item])
                try context.output.result(listing) { text }
                return .done
            }
            if key == TelemetrySetting.key {
                let setting = TelemetrySetting(context)
                let text = try await setting.set(value)
                let listing = SettingListing(settings: [try await setting.item])
                try context.output.result(listing) { text }
                return .done
            }
            let definition = try SettingDefinition.named(key)
            let accepted = try definition.value(of: value)
            _ = try await context.bus().call(
                Settings.set, Settings.SetRequest(key: key, value: accepted), context.options())
            let listing = try await SettingListing(context, [definition])
            try context.output.result(listing) { "\(key) is \(accepted)." }
            return .done
        }
    }
}

/// Settings with the profile's values.
struct SettingListing: Encodable {
    var settings: [Item]

    struct Item: Encodable {
        var key: String
        var value: String
        var `default`: String
        var allowed: [String]
    }

    init(settings: [Item]) { self.settings = settings }

    init(_ context: CommandContext, _ definitions: [SettingDefinition]) async throws {
        let stored = try await context.bus().call(Settings.list, Empty(), context.options()).values
        settings = definitions.map { definition in
            Item(
                key: definition.key, value: stored[definition.key] ?? definition.defaultValue,
                default: definition.defaultValue, allowed: definition.allowed)
        }
    }

    func text(_ output: Output) -> String {
        TextTable(
            of: settings, .left("setting", \.key), .left("value", \.value),
            .left("default", \.default),
            .left("allowed") { $0.allowed.joined(separator: ", ") }
        ).text(output)
    }
}
