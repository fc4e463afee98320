import ArgumentParser
import CivilTime
import Contracts
import Presentation
import Tracker

struct EntryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        name: "entry", abstract: "Show, change and delete an entry.",
        discussion: .examples("entry show 01JC9M3T5W", "entry edit 01JC9M3T5W --value 300"),
        subcommands: [Show.self, Edit.self, Delete.self])

    struct Show: UnaryCommand {
        static let configuration = CommandConfiguration(
            name: "show", abstract: "Show an entry.",
            discussion: .examples("entry show 01JC9M3T5W", "entry show 01JC9M3T5W --json"))
        static let method = Entries.show

        @Argument(help: "Identifier, from dayline entries.")
        var id: String

        @OptionGroup var globals: GlobalOptions

        var request: Entries.ShowRequest { Entries.ShowRequest(id: Entry.ID(id)) }
    }

    struct Edit: UnaryCommand {
        static let configuration = CommandConfiguration(
            name: "edit", abstract: "Change an entry.",
            discussion: .examples(
                "entry edit 01JC9M3T5W --value 300",
                "entry edit 01JC9M3T5W --on yesterday --note \"after lunch\""))
        static let method = Entries.edit

        @Argument(help: "Identifier, from dayline entries.")
        var id: String

        @Option(help: "Set the value.")
        var value: InputValue?

        @Option(help: "Set the unit of the value.")
        var unit: String?

        @Option(help: ArgumentHelp("Move the entry to DATE.", valueName: "date"))
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

        var request: Entries.EditRequest {
            Entries.EditRequest(
                id: Entry.ID(id), value: value, unit: unit, day: on, slot: slot, note: note,
                status: status, reason: reason, mood: mood, place: place,
                future: future ? true : nil)
        }
    }

    struct Delete: UnaryCommand {
        static let configuration = CommandConfiguration(
            name: "delete", abstract: "Move an entry to the trash for 30 days.",
            discussion: .examples(
                "entry delete 01JC9M3T5W", "entry delete 01JC9M3T5W --on yesterday"))
        static let method = Entries.delete

        @Argument(help: "Identifier, from dayline entries.")
        var id: String

        @OptionGroup var day: ChangeDayOption
        @OptionGroup var globals: GlobalOptions

        var request: Entries.EntryRequest { Entries.EntryRequest(id: Entry.ID(id), on: day.on) }

        func text(_ entry: LoggedEntry, _ output: Output) -> String {
            "\(entry.sentence) is in the trash."
        }
    }
}
