import ArgumentParser
import Contracts
import RPC
import Tracker

struct CategoryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "category", abstract: "The headings of your activities.",
        subcommands: [List.self, Add.self, Edit.self, Delete.self, RestoreDefaults.self],
        defaultSubcommand: List.self)

    /// How a category is to be.
    struct Fields: ParsableArguments {
        @Option(help: "A symbol or an emoji.")
        var icon: String?

        @Option(help: "As '#4ECDC4'.")
        var color: String?

        @Option(help: "What it is for.")
        var about: String?

        @Flag(inversion: .prefixedNo, help: "Whether it reminds.")
        var active: Bool?

        @Option(help: "How often it reminds: once, daily, weekly, monthly or custom.")
        var frequency: ReminderPlan.Frequency?

        @Option(help: ArgumentHelp("When it reminds, such as 08:00,20:30.", valueName: "times"))
        var times: TimeList?

        @Option(help: ArgumentHelp("Weekdays that it reminds on.", valueName: "days"))
        var weekdays: WeekdayList?

        func change(_ name: String, newName: String? = nil) -> Categories.ChangeRequest {
            Categories.ChangeRequest(
                name: name, newName: newName, icon: icon, color: color, about: about,
                isActive: active, frequency: frequency, times: times?.minutes,
                weekdays: weekdays?.values.sorted())
        }
    }

    struct List: BusCommand {
        static let configuration = CommandConfiguration(abstract: "All categories.")

        @OptionGroup var globals: GlobalOptions

        func run(_ session: CommandContext) async throws -> ExitStatus {
            let listing = try await session.bus().call(
                Categories.list, Empty(), session.options())
            try session.output.result(listing) { listing.text(session.output) }
            return .done
        }
    }

    struct Add: BusCommand {
        static let configuration = CommandConfiguration(abstract: "Add a category.")

        @Argument(help: "Its name.")
        var name: String

        @OptionGroup var fields: Fields

        @OptionGroup var globals: GlobalOptions

        func run(_ session: CommandContext) async throws -> ExitStatus {
            let item = try await session.bus().call(
                Categories.add, fields.change(name), session.options())
            try session.output.result(item) { "Added \(item.name)." }
            return .done
        }
    }

    struct Edit: BusCommand {
        static let configuration = CommandConfiguration(abstract: "Change a category.")

        @Argument(help: "Its name.", completion: .custom(NameCompletion.categories))
        var name: String

        @Option(name: .customLong("name"), help: ArgumentHelp("Its new name.", valueName: "name"))
        var newName: String?

        @OptionGroup var fields: Fields

        @OptionGroup var globals: GlobalOptions

        func validate() throws {
            guard newName != nil || fields.change(name) != Categories.ChangeRequest(name: name)
            else {
                throw NoChangesError.error
            }
        }

        func run(_ session: CommandContext) async throws -> ExitStatus {
            let item = try await session.bus().call(
                Categories.edit, fields.change(name, newName: newName), session.options())
            try session.output.result(item) { "Changed \(item.name)." }
            return .done
        }
    }

    struct Delete: BusCommand {
        static let configuration = CommandConfiguration(
            abstract: "Put a category in the trash; its activities stay.")

        @Argument(help: "Its name.", completion: .custom(NameCompletion.categories))
        var name: String

        @OptionGroup var globals: GlobalOptions

        func run(_ session: CommandContext) async throws -> ExitStatus {
            let item = try await session.bus().call(
                Categories.delete, Categories.DeleteRequest(name: name), session.options())
            try session.output.result(item) { "\(item.name) is in the trash." }
            return .done
        }
    }

    struct RestoreDefaults: BusCommand {
        static let configuration = CommandConfiguration(
            commandName: "restore-defaults",
            abstract: "Add those of the first six categories that are missing.")

        @OptionGroup var globals: GlobalOptions

        func run(_ session: CommandContext) async throws -> ExitStatus {
            let listing = try await session.bus().call(
                Categories.restoreDefaults, Empty(), session.options())
            try session.output.result(listing) { listing.text(session.output) }
            return .done
        }
    }
}

extension Categories.ListResponse {
    fileprivate func text(_ output: Output) -> String {
        var table = TextTable([
            ("category", .left), ("activities", .right), ("about", .left),
        ])
        for item in categories {
            table.add([item.name, NumberText.count(item.activities), item.about])
        }
        return table.text(output)
    }
}

extension ReminderPlan.Frequency: ExpressibleByArgument {}

/// Times of day between commas, such as `08:00,20:30`.
struct TimeList: ExpressibleByArgument {
    /// Since midnight.
    var minutes: [Int]

    init?(argument: String) {
        minutes = []
        for word in argument.split(separator: ",") {
            let parts = word.split(separator: ":").map { Int($0) }
            guard parts.count == 2, let hour = parts[0], let minute = parts[1],
                (0...23).contains(hour), (0...59).contains(minute)
            else { return nil }
            minutes.append(hour * 60 + minute)
        }
    }
}
