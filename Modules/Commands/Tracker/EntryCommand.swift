import ArgumentParser
import CivilTime
import Contracts
import RPC
import Tracker

struct EntryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "entry", abstract: "One entry: look at it, change it, delete it.",
        subcommands: [Show.self, Edit.self, Delete.self])

    struct Show: BusCommand {
        static let configuration = CommandConfiguration(abstract: "One entry.")

        @Argument(help: "Its identifier, as `entries` lists it.")
        var id: String

        @OptionGroup var globals: GlobalOptions

        func run(_ session: CommandContext) async throws -> ExitStatus {
            let entry = try await session.bus().call(
                Entries.show, Entries.EntryRequest(id: Entry.ID(id)), session.options())
            try session.output.result(entry) {
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

        @Argument(help: "Its identifier, as `entries` lists it.")
        var id: String

        @Option(help: "Its new value.")
        var value: InputValue?

        @Option(help: "The unit of the value.")
        var unit: String?

        @Option(help: "The day that it is to count for.")
        var on: CivilDate?

        @Option(help: "allDay, morning, afternoon or evening.")
        var slot: Slot?

        @Option(help: "A remark; '' for none.")
        var note: String?

        @Option(help: "How you felt, from 1, bad, to 5, good; 0 for nothing said.")
        var mood: Int?

        @Option(help: "Where it was; '' for nowhere said.")
        var place: String?

        @Option(help: "completed or skipped.")
        var status: String?

        @Option(help: "Why it was skipped.")
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

        func run(_ session: CommandContext) async throws -> ExitStatus {
            let logged = try await session.bus().call(
                Entries.edit,
                Entries.EditRequest(
                    id: Entry.ID(id), value: value, unit: unit, day: on, slot: slot, note: note,
                    status: status, reason: reason, mood: mood, place: place,
                    future: future ? true : nil),
                session.options())
            try session.output.result(logged) { logged.sentence }
            return .done
        }
    }

    struct Delete: BusCommand {
        static let configuration = CommandConfiguration(
            abstract: "Put an entry in the trash, which keeps it for 30 days.")

        @Argument(help: "Its identifier, as `entries` lists it.")
        var id: String

        @Option(help: "The day that is today.")
        var on: CivilDate?

        @OptionGroup var globals: GlobalOptions

        func run(_ session: CommandContext) async throws -> ExitStatus {
            let entry = try await session.bus().call(
                Entries.delete, Entries.EntryRequest(id: Entry.ID(id), on: on), session.options())
            try session.output.result(entry) {
                "\(entry.activity) \(entry.summaryText) on \(entry.date) is in the trash."
            }
            return .done
        }
    }
}
