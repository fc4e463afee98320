import ArgumentParser
import Contracts
import HostFiles
import Presentation
import RPC
import Tracker

extension ProfileCommand {
    struct Erase: BusCommand {
        static let configuration = CommandConfiguration(
            name: "erase",
            abstract: "Remove a profile and every trace of it from the home.",
            discussion:
                .examples(
                    after: """
                        Also removes its access to the web app, its keys, channels and deliveries of \
                        notifications, waiting pushes, rows of replaced databases, and all logs. Free \
                        space of the database is overwritten. Backups are not changed; those that have \
                        the profile are listed. The default profile is empty afterwards.
                        """,
                    "profile erase anna", "profile erase anna --yes"))

        @Argument(help: "Name of the profile.", completion: .custom(NameCompletion.profiles))
        var name: String

        @Flag(help: "Erase without asking; required without a terminal.")
        var yes = false

        @OptionGroup var globals: GlobalOptions

        func run(_ context: CommandContext) async throws -> ExitStatus {
            let bus = try context.bus()
            try await context.requireProfile(
                name, bus, remedy: "List the profiles with: dayline profile list")
            try Confirmation(isConfirmed: yes, output: context.output)
                .require(
                    name,
                    "Everything of \(name) is removed from this home, which cannot be undone.\n"
                        + "Type its name to erase it: ",
                    command: "dayline profile erase \(quoted(name)) --yes")
            var own = context.optionsWithoutDeadline()
            own.profile = name
            let inbox = try await bus.call(Settings.list, Empty(), own).values[Settings.inbox]
            let erased = try await bus.call(WebAccess.eraseProfile, Empty(), own)
            // A setting of this user, and logs of the supervisor, which is not on the bus.
            try ProfileSetting(context.home).replace(name, with: nil)
            _ = try await context.supervisor().call(
                Control.clearLogs, Empty(), context.optionsWithoutDeadline())
            try context.output.result(erased) { text(erased, inbox: inbox) }
            return .done
        }

        private func text(_ erased: Profiles.EraseResponse, inbox: String?) -> String {
            var lines = [
                "Erased \(name) from the home, with \(NumberText.count(erased.photos, "photo"))."
            ]
            for file in erased.remainingFiles {
                lines.append(
                    "\(file) cannot be changed and may still have \(name). Remove it with: "
                        + "rm \(quoted(file))")
            }
            if let folder = erased.backupFolder {
                lines.append(
                    erased.problem.map { "The backups in \(folder) cannot be read: \($0)" }
                        ?? backups(erased.snapshots, folder, erased.earlierNames))
            }
            if let copies = erased.serverCopies { lines.append(copies) }
            if let inbox { lines.append("The files in the inbox \(inbox) were not removed.") }
            lines.append(
                "Files that dayline backup and dayline export wrote were not removed.")
            return lines.joined(separator: "\n")
        }

        private func backups(
            _ snapshots: [String], _ folder: String, _ earlier: [String]
        ) -> String {
            let names = ([name] + earlier).joined(separator: " or ")
            guard let newest = snapshots.first, let oldest = snapshots.last else {
                return "No backup in \(folder) has \(names)."
            }
            return "\(NumberText.count(snapshots.count, "backup")) in \(folder) still "
                + "\(snapshots.count == 1 ? "has" : "have") \(names), from \(oldest.prefix(10)) to "
                + "\(newest.prefix(10)); they expire with the backups of later days, or are removed "
                + "with the folder."
        }
    }
}
