import ArgumentParser
import CivilTime
import Contracts
import RPC
import Tracker

struct EntryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "entry", abstract: "Show, change and delete an entry.",
        subcommands: [Show.self, Edit.self, Delete.self])

    struct Show: BusCommand {
        static let configuration = CommandConfiguration(abstract: "Show an entry.")

        @Argument(help: "Identifier, from dayline entries.")
        var id: String

        @OptionGroup var globals: GlobalOptions

        func run(_ context: CommandContext) async throws -> ExitStatus {
            let entry = try await context.bus().call(
                Entries.show, Entries.EntryRequest(id: Entry.ID(id)), context.options())
            try context.output.result(entry) {
                let more = [
                    entry.note, entry.place.map { "at \($0)" },
                    entry.mood.map { "mood \($0) of \(moods.upperBound)" },
                ].compactMap { $0 }
                return (["\(entry.activity) \(entry.summaryText) on \(entry.date)"] + more)
                    .joined(separator: ", ")
            }
            return .done
        }
    }

    struct Edit: BusCommand {
        static let configuration = CommandConfiguration(abstract: "Change an entry.")

        @Argument(help: "Identifier, from dayline entries.")
        var id: String

        @Option(help: "Set the value.")
        var value: InputValue?

        @Option(help: "Set the unit of the value.")
        var unit: String?

        @Option(help: "Move the entry to DATE.")
        var on: CivilDate?

        @Option(help: "Set the part of the day: allDay, morning, afternoon or evening.")
        var slot: Slot?

        @Option(help: "Set the note; '' removes it.")
        var note: String?

        @Option(help: "Set the mood, from 1 (bad) to 5 (good); 0 removes it.")
        var mood: Int?

        @Option(help: "Set the place; '' removes it.")
        var place: String?

        @Option(help: "Set the status: completed or skipped.")
        var status: String?

        @Option(help: "Set the reason of a skip.")
        var reason: String?

        @Flag(help: "Accept a day after today.")
        var future = false

        @OptionGroup var globals: GlobalOptions

        func validate() throws {
            guard
                value != nil || unit != nil || on != nil || slot != nil || note != nil
                    || mood != nil || place != nil || status != nil || reason != nil
            else { throw NoChangesError.error }
        }

        func run(_ context: CommandContext) async throws -> ExitStatus {
            let logged = try await context.bus().call(
                Entries.edit,
                Entries.EditRequest(
                    id: Entry.ID(id), value: value, unit: unit, day: on, slot: slot, note: note,
                    status: status, reason: reason, mood: mood, place: place,
                    future: future ? true : nil),
                context.options())
            try context.output.result(logged) { logged.sentence }
            return .done
        }
    }

    struct Delete: BusCommand {
        static let configuration = CommandConfiguration(
            abstract: "Move an entry to the trash for 30 days.")

        @Argument(help: "Identifier, from dayline entries.")
        var id: String

        @Option(help: "Delete as of DATE (default: today).")
        var on: CivilDate?

        @OptionGroup var globals: GlobalOptions

        func run(_ context: CommandContext) async throws -> ExitStatus {
            let entry = try await context.bus().call(
                Entries.delete, Entries.EntryRequest(id: Entry.ID(id), on: on), context.options())
            try context.output.result(entry) {
                "\(entry.activity) \(entry.summaryText) on \(entry.date) is in the trash."
            }
            return .done
        }
    }
}
