import ArgumentParser
import CivilTime
import Contracts
import HostFiles
import RPC
import Tracker

struct ProfileCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "profile", abstract: "The people in one home, and where they live.",
        subcommands: [Add.self, List.self, Show.self, Rename.self, Remove.self, SetZone.self],
        defaultSubcommand: List.self)

    struct Add: BusCommand {
        static let configuration = CommandConfiguration(abstract: "Add a profile.")

        @Argument(help: "Its name.")
        var name: String

        @Option(help: "IANA name of the time zone; by default this machine's.")
        var zone: String?

        @OptionGroup var globals: GlobalOptions

        func run(_ session: CommandContext) async throws -> ExitStatus {
            let chosen = zone ?? systemZone(session)
            let profile = try await session.bus().call(
                Profiles.add, Profiles.AddRequest(name: name, zone: chosen), session.options())
            try session.output.result(profile) {
                "Added \(profile.name), in \(profile.zone). "
                    + "Use it with: dayline --profile \(quoted(profile.name)) …"
            }
            return .done
        }

        /// This machine's zone, by TZ where that names one.
        private func systemZone(_ session: CommandContext) -> String {
            let files = TimeZoneFiles()
            let chosen = files.systemZoneName(environment: session.environment) ?? "UTC"
            if let setting = session.environment["TZ"], !setting.isEmpty,
                files.zoneName(ofSetting: setting) == nil
            {
                session.output.printNotice(
                    "TZ is \"\(setting)\", which is no zone's name, so this machine's clock is gone by."
                )
            }
            return chosen
        }
    }

    struct List: BusCommand {
        static let configuration = CommandConfiguration(abstract: "All profiles.")

        @OptionGroup var globals: GlobalOptions

        func run(_ session: CommandContext) async throws -> ExitStatus {
            let listing = try await session.bus().call(Profiles.list, Empty(), session.options())
            try session.output.result(listing) {
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
                return table.text(session.output)
            }
            return .done
        }
    }

    struct Show: BusCommand {
        static let configuration = CommandConfiguration(abstract: "One profile.")

        @Argument(help: "Its name.", completion: .custom(NameCompletion.profiles))
        var name: String?

        @OptionGroup var globals: GlobalOptions

        func run(_ session: CommandContext) async throws -> ExitStatus {
            let wanted = name ?? session.profileName
            let listing = try await session.bus().call(Profiles.list, Empty(), session.options())
            guard let profile = listing.profiles.first(where: { $0.name == wanted }) else {
                throw Status(
                    .notFound, "There is no profile called \"\(wanted)\".",
                    hint: "See them with: dayline profile list")
            }
            try session.output.result(profile) {
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
        static let configuration = CommandConfiguration(abstract: "Rename a profile.")

        @Argument(help: "Its name.", completion: .custom(NameCompletion.profiles))
        var name: String

        @Argument(help: "Its new name.")
        var newName: String

        @OptionGroup var globals: GlobalOptions

        func run(_ session: CommandContext) async throws -> ExitStatus {
            let profile = try await session.bus().call(
                Profiles.rename, Profiles.RenameRequest(name: name, newName: newName),
                session.options())
            try session.output.result(profile) { "\(name) is now \(profile.name)." }
            return .done
        }
    }

    struct Remove: BusCommand {
        static let configuration = CommandConfiguration(
            abstract: "Remove a profile and everything it holds.",
            discussion: "It cannot be undone. Copy all of it before with: dayline backup FILE")

        @Argument(help: "Its name.", completion: .custom(NameCompletion.profiles))
        var name: String

        @Flag(help: "Ask nothing; needed where there is no terminal to ask at.")
        var yes = false

        @OptionGroup var globals: GlobalOptions

        func run(_ session: CommandContext) async throws -> ExitStatus {
            let listing = try await session.bus().call(Profiles.list, Empty(), session.options())
            if name != CallMetadata.defaultProfile,
                let profile = listing.profiles.first(where: { $0.name == name })
            {
                try Confirmation(isGiven: yes, output: session.output)
                    .require(
                        name, Self.question(about: profile),
                        command: "dayline profile remove \(quoted(name)) --yes")
            }
            let reply = try await session.bus().call(
                Profiles.remove, Profiles.RemoveRequest(name: name), session.options())
            try session.output.result(reply) { "Removed \(name)." }
            return .done
        }

        private static func question(about profile: Profiles.Profile) -> String {
            "\(profile.name) holds "
                + NumberText.count(profile.activities, "activity", "activities") + " and "
                + NumberText.count(profile.samples, "sample")
                + ". Removing it cannot be undone.\nType its name to remove it: "
        }
    }

    struct SetZone: BusCommand {
        static let configuration = CommandConfiguration(
            commandName: "zone",
            abstract: "Set the time zone of the profile, for good or from a day on.")

        @Argument(help: "IANA name, such as Europe/Berlin.")
        var zone: String

        @Option(help: "The first day in the zone; without it, the zone holds for all days.")
        var from: CivilDate?

        @OptionGroup var globals: GlobalOptions

        func run(_ session: CommandContext) async throws -> ExitStatus {
            let client = try session.bus()
            let forgotten = from == nil ? try await zoneChanges(session, client) : []
            let change = Profiles.SetZoneRequest(
                name: session.profileName, change: ZoneChange(from: from, zone: zone))
            let set = try await client.call(Profiles.setZone, change, session.options())
            for move in forgotten {
                session.output.printNotice(
                    "You lived in \(move.zone) from \(move.day) on, which is forgotten. If that was so, "
                        + "say it again with: dayline profile zone \(move.zone) --from \(move.day)")
            }
            session.output.printNotice("Adding up the days again …")
            _ = try await client.call(
                Folds.wait, Folds.WaitRequest(version: set.version),
                session.optionsWithoutDeadline())
            await session.syncLinkedActivities(client)
            try session.output.result(set.profile) {
                "\(set.profile.name) lives in \(zone)"
                    + (from.map { " from \($0) on." } ?? ".")
            }
            return .done
        }

        /// Where the person has moved, and when.
        private func zoneChanges(
            _ session: CommandContext, _ client: Client
        ) async throws -> [(day: CivilDate, zone: String)] {
            let listing = try await client.call(Profiles.list, Empty(), session.options())
            let zones = listing.profiles.first { $0.name == session.profileName }?.zones ?? []
            return zones.compactMap { change in change.from.map { ($0, change.zone) } }
        }
    }
}
