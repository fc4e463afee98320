import ArgumentParser
import CivilTime
import Contracts
import Presentation
import RPC

struct NotifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        name: "notify",
        abstract: "List the channels of notifications and what is sent next, or manage both.",
        discussion: """
            Reminders are sent on every channel of the profile. The settings reminderMorning, \
            reminderAfternoon, reminderEvening, reminderStreak and quietHours have the times; \
            "notify times" has those of single activities.

            EXAMPLES:
              dayline notify add ntfy
              dayline notify add desktop
              dayline notify add webhook --name home < address.txt
              dayline notify test home
              dayline notify times Read 08:00 21:30
              dayline notify explain
            """,
        subcommands: [
            ListChannels.self, AddChannel.self, RemoveChannel.self, TestChannel.self,
            History.self, ExplainNext.self, Times.self,
        ],
        defaultSubcommand: ListChannels.self)

    struct ListChannels: UnaryCommand {
        static let configuration = CommandConfiguration(
            name: "list", abstract: "List the channels and what is sent next.",
            discussion: .examples("notify list", "notify list --json"))
        static let method = Notifications.list

        @OptionGroup var globals: GlobalOptions

        func text(_ response: Notifications.ListResponse, _ output: Output) -> String {
            guard !response.channels.isEmpty else {
                return "There is no channel. Add one with: dayline notify add desktop"
            }
            let channels = TextTable(
                of: response.channels, .left("name", \.name), .left("kind", \.kind.rawValue),
                .left("host", \.host), .left("problem") { $0.problem ?? "-" }
            ).text(output)
            let next = response.next.filter { !$0.channels.isEmpty }
            return next.isEmpty ? channels : "\(channels)\n\n\(next.text(output))"
        }
    }

    struct AddChannel: BusCommand {
        static let configuration = CommandConfiguration(
            name: "add", abstract: "Add a channel.",
            discussion: """
                The address of the channel is asked for at the terminal, or is the first line of \
                standard input. The address is stored in a file that only you can read. Mail, \
                Gotify, Matrix, Telegram and others are addresses of the program Apprise. The \
                desktop has no address. A browser is added in its own settings.

                EXAMPLES:
                  dayline notify add ntfy
                  dayline notify add apprise --name mail
                  dayline notify add desktop
                  dayline notify add webhook --name home < address.txt
                """)

        @Argument(help: "Kind of the channel: webhook, ntfy, apprise or desktop.")
        var kind: Notifications.ChannelKind

        @Option(help: "Name the channel (default: its kind).")
        var name: String?

        @Option(help: "Do not send this kind of notification, such as streak; repeat for several.")
        var without: [String] = []

        @OptionGroup var globals: GlobalOptions

        func run(_ context: CommandContext) async throws -> ExitStatus {
            guard kind != .push else {
                throw UsageError(
                    "A channel of the kind push is added by its browser.",
                    hint: "Open Settings, Notifications in the browser: dayline web")
            }
            let url = kind == .desktop ? "" : try AddressInput(output: context.output).read()
            let channel = try await context.bus().call(
                Notifications.add,
                Notifications.AddRequest(
                    name: name ?? kind.rawValue, kind: kind, url: url, without: without),
                context.options())
            try context.output.result(channel) {
                "Added the channel \(channel.name) to \(channel.host). "
                    + "Try it with: dayline notify test \(channel.name)"
            }
            return .done
        }
    }

    struct RemoveChannel: UnaryCommand {
        static let configuration = CommandConfiguration(
            name: "remove", abstract: "Remove a channel and its waiting notifications.",
            discussion: .examples("notify remove home", "notify remove home --profile anna"))
        static let method = Notifications.remove

        @Argument(help: "Name of the channel.", completion: .custom(NameCompletion.channels))
        var name: String

        @OptionGroup var globals: GlobalOptions

        var request: Notifications.ChannelRequest { Notifications.ChannelRequest(name: name) }

        func text(_ response: Empty, _ output: Output) -> String { "Removed the channel \(name)." }
    }

    struct TestChannel: UnaryCommand {
        static let configuration = CommandConfiguration(
            name: "test", abstract: "Send a test notification and wait for the result.",
            discussion: .examples("notify test home", "notify test home --json"))
        static let method = Notifications.test

        @Argument(help: "Name of the channel.", completion: .custom(NameCompletion.channels))
        var name: String

        @OptionGroup var globals: GlobalOptions

        var request: Notifications.ChannelRequest { Notifications.ChannelRequest(name: name) }

        func text(_ response: Empty, _ output: Output) -> String {
            "The channel \(name) accepted a test notification."
        }
    }

    struct History: UnaryCommand {
        static let configuration = CommandConfiguration(
            name: "history", abstract: "List the latest notifications, newest first.",
            discussion: .examples("notify history", "notify history --limit 100"))
        static let method = Notifications.history

        @Option(
            help: ArgumentHelp(
                "List at most COUNT notifications (default: 50).", valueName: "count"))
        var limit: Int?

        @OptionGroup var globals: GlobalOptions

        var request: Notifications.HistoryRequest { Notifications.HistoryRequest(limit: limit) }

        func text(_ response: Notifications.HistoryResponse, _ output: Output) -> String {
            guard !response.deliveries.isEmpty else { return "No notification was sent yet." }
            return TextTable(
                of: response.deliveries,
                .left("at") { minuteText($0.local) },
                .left("channel", \.channel), .left("state", \.state), .left("title", \.title),
                .left("reason") { $0.reason ?? "-" }
            ).text(output)
        }
    }

    struct ExplainNext: UnaryCommand {
        static let configuration = CommandConfiguration(
            name: "explain",
            abstract: "List what is planned next, and why it is or is not sent.",
            discussion: .examples("notify explain", "notify explain --json"))
        static let method = Notifications.explain

        @OptionGroup var globals: GlobalOptions

        func text(_ response: Notifications.ExplainResponse, _ output: Output) -> String {
            response.next.isEmpty
                ? "No notification is planned. Switch one on with: "
                    + "dayline settings set reminderMorning 08:00"
                : response.next.text(output)
        }
    }

    struct Times: BusCommand {
        static let configuration = CommandConfiguration(
            name: "times", abstract: "List or set the reminder times of an activity.",
            discussion: """
                EXAMPLES:
                  dayline notify times
                  dayline notify times Read 08:00 21:30
                  dayline notify times Read 08:00 --weekdays mon,wed
                  dayline notify times Read --log 22:00
                  dayline notify times Read --none
                """)

        @Argument(
            help: "Name of the activity; without it, list all.",
            completion: .custom(NameCompletion.activities))
        var activity: String?

        @Argument(help: "All times of the activity, as HH:MM.")
        var times: [String] = []

        @Flag(help: "Set the times that remind of logging the activity, not of doing it.")
        var log = false

        @Option(
            help: ArgumentHelp(
                "Send the reminders on these weekdays only, such as mon,wed (default: unchanged).",
                valueName: "weekdays"))
        var weekdays: WeekdayList?

        @Flag(help: "Remove the times of the activity, those of --log with it.")
        var none = false

        @OptionGroup var globals: GlobalOptions

        func run(_ context: CommandContext) async throws -> ExitStatus {
            guard let activity else {
                let response = try await context.bus().call(
                    Notifications.activityTimes, Empty(), context.options())
                try context.output.result(response) {
                    response.activities.isEmpty
                        ? "No activity has reminder times."
                        : response.activities.map(\.text).joined(separator: "\n")
                }
                return .done
            }
            guard none != !times.isEmpty else {
                throw UsageError(
                    "The activity \(activity) needs times or --none.",
                    hint: "Use: dayline notify times \(activity) 08:00")
            }
            let response = try await context.bus().call(
                Notifications.setActivityTimes,
                Notifications.SetTimesRequest(
                    activity: activity, times: times, isForLogging: log,
                    weekdays: weekdays?.values.sorted()), context.options())
            try context.output.result(response) { response.text }
            return .done
        }
    }
}

extension Notifications.ChannelKind: ExpressibleByArgument {}

extension Notifications.ActivityTimes {
    fileprivate var text: String {
        guard !times.isEmpty else { return "\(name): no times" }
        let days = weekdays.map { " on " + $0.map(weekdayAbbreviation).joined(separator: ", ") }
        return "\(name): \(times.joined(separator: ", "))\(days ?? "")"
            + (isForLogging ? " (to log)" : "")
    }
}

extension [Notifications.Next] {
    fileprivate func text(_ output: Output) -> String {
        TextTable(
            of: self, .left("at") { minuteText($0.local) },
            .left("what", \.what),
            .left("channels") { $0.channels.isEmpty ? "-" : $0.channels.joined(separator: ", ") },
            .left("why", \.why)
        ).text(output)
    }
}

/// The day and the minute of a local time such as `2026-03-01T09:00:00`.
private func minuteText(_ local: String) -> String {
    "\(local.prefix("YYYY-MM-DD".count)) \(TimeText.time(local))"
}
