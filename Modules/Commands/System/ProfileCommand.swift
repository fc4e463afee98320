import ArgumentParser
import CivilTime
import Contracts
import HostFiles
import Presentation
import RPC
import Tracker

struct ProfileCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        name: "profile", abstract: "Manage profiles and their time zones.",
        discussion: .examples(
            "profile add anna --zone Europe/Berlin", "profile zone America/New_York --from mon"),
        subcommands: [
            Add.self, List.self, Show.self, Rename.self, Remove.self, Erase.self,
            SetZone.self, Consent.self, Person.self, Label.self,
        ],
        defaultSubcommand: List.self)

    struct Add: BusCommand {
        static let configuration = CommandConfiguration(
            name: "add", abstract: "Add a profile.",
            discussion: .examples("profile add anna", "profile add anna --zone Europe/Berlin"))

        @Argument(help: "Name of the profile.")
        var name: String

        @Option(help: "Set the IANA time zone (default: this machine's).")
        var zone: String?

        @OptionGroup var globals: GlobalOptions

        func run(_ context: CommandContext) async throws -> ExitStatus {
            let chosen = zone ?? systemZone(context)
            let profile = try await context.bus().call(
                Profiles.add, Profiles.AddRequest(name: name, zone: chosen), context.options())
            try context.output.result(profile) {
                "Added \(profile.name), in \(profile.zone). "
                    + "Use it with: dayline --profile \(quoted(profile.name)) …"
            }
            return .done
        }

        /// The zone that `TZ` names, else this machine's.
        private func systemZone(_ context: CommandContext) -> String {
            let files = TimeZoneFiles()
            let chosen = files.systemZoneName(environment: context.environment) ?? "UTC"
            if let setting = context.environment["TZ"], !setting.isEmpty,
                files.zoneName(ofSetting: setting) == nil
            {
                context.output.printNotice(
                    "TZ is \"\(setting)\", which is not a time zone; this machine's zone is used."
                )
            }
            return chosen
        }
    }

    struct List: UnaryCommand {
        static let configuration = CommandConfiguration(
            name: "list", abstract: "List profiles.",
            discussion: .examples("profile list", "profile list --json"))
        static let method = Profiles.list

        @OptionGroup var globals: GlobalOptions

        func text(_ listing: Profiles.ListResponse, _ output: Output) -> String {
            var table = TextTable([
                ("profile", .left), ("zone", .left), ("samples", .right),
                ("activities", .right),
            ])
            for profile in listing.profiles {
                table.add([
                    profile.name, profile.zone, NumberText.count(profile.samples),
                    NumberText.count(profile.activities),
                ])
            }
            return table.text(output)
        }
    }

    struct Show: BusCommand {
        static let configuration = CommandConfiguration(
            name: "show", abstract: "Show a profile.",
            discussion: .examples("profile show", "profile show --profile anna"))

        @Argument(help: "Name of the profile.", completion: .custom(NameCompletion.profiles))
        var name: String?

        @OptionGroup var globals: GlobalOptions

        func run(_ context: CommandContext) async throws -> ExitStatus {
            let profileName = name ?? context.profileName
            let listing = try await context.bus().call(Profiles.list, Empty(), context.options())
            guard let profile = listing.profiles.first(where: { $0.name == profileName }) else {
                throw Status(
                    .notFound, "There is no profile called \"\(profileName)\".",
                    hint: "List the profiles with: dayline profile list")
            }
            try context.output.result(profile) {
                let zones = profile.zones.map {
                    "  \($0.from?.description ?? "always")  \($0.zone)"
                }
                return
                    (["\(profile.name), \(NumberText.count(profile.samples, "sample"))"] + zones)
                    .joined(separator: "\n")
            }
            return .done
        }
    }

    struct Rename: BusCommand {
        static let configuration = CommandConfiguration(
            name: "rename", abstract: "Rename a profile.",
            discussion: .examples("profile rename anna anna-maria", "profile rename default max"))
        @Argument(help: "Name of the profile.", completion: .custom(NameCompletion.profiles))
        var name: String

        @Argument(help: "New name.")
        var newName: String

        @OptionGroup var globals: GlobalOptions

        func run(_ context: CommandContext) async throws -> ExitStatus {
            let profile = try await context.bus().call(
                Profiles.rename, Profiles.RenameRequest(name: name, newName: newName),
                context.options(of: name))
            try ProfileSetting(context.home).replace(name, with: profile.name)
            try context.output.result(profile) { "\(name) is now \(profile.name)." }
            return .done
        }
    }

    struct Remove: BusCommand {
        static let configuration = CommandConfiguration(
            name: "remove", abstract: "Remove a profile and all its data.",
            discussion:
                .examples(
                    after:
                        "The removal cannot be undone. Write a backup first with: dayline backup FILE",
                    "profile remove anna", "profile remove anna --yes"))

        @Argument(help: "Name of the profile.", completion: .custom(NameCompletion.profiles))
        var name: String

        @Flag(help: "Remove without asking; required without a terminal.")
        var yes = false

        @OptionGroup var globals: GlobalOptions

        func run(_ context: CommandContext) async throws -> ExitStatus {
            let listing = try await context.bus().call(Profiles.list, Empty(), context.options())
            if name != CallMetadata.defaultProfile,
                let profile = listing.profiles.first(where: { $0.name == name })
            {
                try Confirmation(isConfirmed: yes, output: context.output)
                    .require(
                        name, Self.question(about: profile),
                        command: "dayline profile remove \(quoted(name)) --yes")
            }
            let reply = try await context.bus().call(
                Profiles.remove, Profiles.RemoveRequest(name: name),
                context.options(of: name))
            try ProfileSetting(context.home).replace(name, with: nil)
            try context.output.result(reply) { "Removed \(name)." }
            return .done
        }

        private static func question(about profile: Profiles.Profile) -> String {
            "\(profile.name) has "
                + NumberText.count(profile.activities, "activity", "activities") + " and "
                + NumberText.count(profile.samples, "sample")
                + ". Removing it cannot be undone.\nType its name to remove it: "
        }
    }

    struct SetZone: BusCommand {
        static let configuration = CommandConfiguration(
            name: "zone",
            abstract: "Set the time zone of the profile for all days or from a day on.",
            discussion: .examples(
                "profile zone Europe/Berlin", "profile zone America/New_York --from mon"))

        @Argument(help: "IANA time zone, such as Europe/Berlin.")
        var zone: String

        @Option(
            help: ArgumentHelp(
                "Use the zone from DATE on (default: for all days).", valueName: "date"))
        var from: PlannedDay?

        @OptionGroup var globals: GlobalOptions

        func run(_ context: CommandContext) async throws -> ExitStatus {
            let client = try context.bus()
            let removed = from == nil ? try await zoneChanges(context, client) : []
            let request = Profiles.SetZoneRequest(
                name: context.profileName, change: ZoneChange(from: from?.date, zone: zone))
            let set = try await client.call(Profiles.setZone, request, context.options())
            for change in removed {
                context.output.printNotice(
                    "The change to \(change.zone) on \(change.day) was removed. "
                        + "Set it again with: dayline profile zone \(change.zone) --from \(change.day)"
                )
            }
            context.output.printNotice("Computing day totals again …")
            _ = try await client.call(
                Folds.wait, Folds.WaitRequest(version: set.version),
                context.optionsWithoutDeadline())
            try context.output.result(set.profile) {
                "The time zone of \(set.profile.name) is \(zone)"
                    + (from.map { " from \($0.date) on." } ?? ".")
            }
            return .done
        }

        /// The profile's zone changes with their first days.
        private func zoneChanges(
            _ context: CommandContext, _ client: Client
        ) async throws -> [(day: CivilDate, zone: String)] {
            let listing = try await client.call(Profiles.list, Empty(), context.options())
            let zones = listing.profiles.first { $0.name == context.profileName }?.zones ?? []
            return zones.compactMap { change in change.from.map { ($0, change.zone) } }
        }
    }
}
