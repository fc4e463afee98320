import ArgumentParser
import CivilTime
import Contracts
import Presentation
import RPC
import Tracker

struct PhotoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        name: "photo", abstract: "Add, list, save and delete photos of activities.",
        discussion: """
            A stored photo is upright and has no location or camera data.

            EXAMPLES:
              dayline photo add front.jpg --activity Face --view Front
              dayline photo list --activity Face --from 2026-01-01
              dayline photo save 4k2h7m1x9qzt:Front --output front.jpg
            """,
        subcommands: [Add.self, List.self, Save.self, Delete.self], defaultSubcommand: List.self)

    struct Add: UnaryCommand {
        static let configuration = CommandConfiguration(
            name: "add", abstract: "Store a photo and add it to the entry of a day.",
            discussion: .examples(
                "photo add front.jpg --activity Progress --view front",
                "photo add front.jpg --activity Progress --on yesterday"))
        static let method = Photos.add

        @Argument(help: "JPEG, PNG, HEIC or AVIF file.", completion: .file())
        var file: String

        @Option(
            help: "Name of the activity.", completion: .custom(NameCompletion.activities))
        var activity: String

        @Option(
            help: ArgumentHelp("Add to the entry of DATE (default: today).", valueName: "date"))
        var on: CivilDate?

        @Option(help: "Set the view (default: the first without a photo).")
        var view: String?

        @Option(
            help: ArgumentHelp(
                "Add for a part of the day: allDay, morning, afternoon or evening "
                    + "(default: that of the newest entry)."))
        var slot: Slot?

        @Option(help: "Set the note of the entry.")
        var note: String?

        @Flag(help: "Accept a day after today.")
        var future = false

        @OptionGroup var globals: GlobalOptions

        func prepared(_ client: Client, _ context: CommandContext) async throws -> Add {
            var command = self
            command.file = try await PhotoFile.store(file, client, context).file
            return command
        }

        var request: Photos.AddRequest {
            Photos.AddRequest(
                activity: activity, file: file, view: view, on: on, slot: slot, note: note,
                future: future ? true : nil)
        }

        func text(_ photo: Photo, _ output: Output) -> String {
            "\(photo.sentence) is stored: \(photo.id)"
        }
    }

    struct List: UnaryCommand {
        static let configuration = CommandConfiguration(
            name: "list", abstract: "List stored photos, newest day first.",
            discussion: .examples("photo list", "photo list --activity Progress --limit 5"))
        static let method = Photos.list

        @Option(
            help: "List photos of this activity (default: all).",
            completion: .custom(NameCompletion.activities))
        var activity: String?

        @Option(help: "List photos of this view (default: all).")
        var view: String?

        @OptionGroup var range: DateRangeOptions

        @Option(
            help: ArgumentHelp("List at most COUNT photos (default: 1,000).", valueName: "count"))
        var limit: Int?

        @OptionGroup var globals: GlobalOptions

        var request: Photos.ListRequest {
            Photos.ListRequest(
                activity: activity, view: view, from: range.from, to: range.to, limit: limit)
        }

        func text(_ listing: Photos.ListResponse, _ output: Output) -> String {
            guard !listing.photos.isEmpty else {
                return "No photo. Add one with: dayline photo add FILE --activity NAME"
            }
            let rows = listing.photos.map {
                "\($0.date)  \($0.activity)  \($0.view)  \($0.id)"
            }
            let unlisted = listing.total - listing.photos.count
            let more =
                unlisted == 0 ? [] : ["\(NumberText.count(unlisted)) more. Show them with: --limit"]
            return (rows + more).joined(separator: "\n")
        }
    }

    struct Save: BusCommand {
        static let configuration = CommandConfiguration(
            name: "save", abstract: "Write a stored photo to a file.",
            discussion: .examples(
                "photo save 01JC9M3T5W --output front.jpg",
                "photo save 01JC9M3T5W --output small.jpg --thumbnail"))

        @Argument(help: "Identifier, from dayline photo list.")
        var id: String

        @Option(help: "File to write; - is standard output.", completion: .file())
        var output: String

        @Flag(help: "Write the thumbnail.")
        var thumbnail = false

        @OptionGroup var globals: GlobalOptions

        func run(_ context: CommandContext) async throws -> ExitStatus {
            let client = try context.bus()
            let photo = try await client.call(
                Photos.show, Photos.PhotoRequest(id: id), context.options())
            let request = PhotoFiles.ReadRequest(
                file: photo.file, size: thumbnail ? .thumbnail : .full)
            let written = try await DocumentDownload(context: context, client: client)
                .receive(PhotoFiles.read, request, into: output)
            let summary = "\(output): \(NumberText.bytes(Int64(written.bytes)))"
            if output == "-" {
                context.output.printNotice(summary)
            } else {
                try context.output.result(written) { summary }
            }
            return .done
        }
    }

    struct Delete: UnaryCommand {
        static let configuration = CommandConfiguration(
            name: "delete", abstract: "Move a photo to the trash for 30 days.",
            discussion: .examples(
                "photo delete 01JC9M3T5W", "photo delete 01JC9M3T5W --on yesterday"))
        static let method = Photos.delete

        @Argument(help: "Identifier, from dayline photo list.")
        var id: String

        @OptionGroup var day: ChangeDayOption
        @OptionGroup var globals: GlobalOptions

        var request: Photos.PhotoRequest { Photos.PhotoRequest(id: id, on: day.on) }

        func text(_ photo: Photo, _ output: Output) -> String {
            "\(photo.sentence) is in the trash."
        }
    }
}

extension Photo {
    /// `The photo Front of Face on 2026-11-22`.
    fileprivate var sentence: String { "The photo \(view) of \(activity) on \(date)" }
}
