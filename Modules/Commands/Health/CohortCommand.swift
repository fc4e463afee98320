import ArgumentParser
import CivilTime
import Contracts
import HealthMetrics
import Presentation
import RPC

struct CohortCommand: NamedDefault {
    static let configuration = CommandConfiguration(
        name: "cohort", abstract: "Compare groups of people who consented.",
        discussion: .examples(
            after: """
                Works on a PostgreSQL database, on the people who ran: dayline profile consent --give. \
                Groups of fewer than 20 people are not shown. Every query is logged.
                """, "cohort steps --by age --from 2026-01 --to 2026-06",
            "cohort restingHeartRate --by group --after 2026-03-01", "cohort log"),
        subcommands: [Query.self, Log.self], defaultSubcommand: Query.self)

    struct Query: UnaryCommand {
        static let configuration = CommandConfiguration(
            name: "query", abstract: "Show counts, means, spread and percentiles of groups.",
            discussion: .examples(
                after: """
                    The value of a person is the mean over the days in the months. With --after it is the \
                    mean since that day minus the mean before. The month that contains the day is left out \
                    unless the day is its first. Ages are those at the first day of each month.
                    """, "cohort query steps", "cohort query steps --by month --svg steps.svg",
                "cohort query weight --by sex --after 2026-03-01 --csv weight.csv"))
        static let method = Cohorts.query

        @Argument(help: "Metric, such as steps.", completion: .custom(NameCompletion.metrics))
        var metric: String

        @Option(help: "Group people by month, age, sex or group (default: one group of all).")
        var by: Cohorts.Grouping?

        @Option(
            help: ArgumentHelp(
                "Begin with MONTH, such as 2026-01 (default: the first with data).",
                valueName: "month"))
        var from: MonthArgument?

        @Option(
            help: ArgumentHelp(
                "End with MONTH, such as 2026-06 (default: the last with data).", valueName: "month"
            ))
        var to: MonthArgument?

        @Option(
            help: ArgumentHelp(
                "Show the change of each person's mean since DATE.", valueName: "date"))
        var after: CivilDate?

        @OptionGroup var files: PictureOptions
        @OptionGroup var globals: GlobalOptions

        func validate() throws {
            guard by == .month || files.svg == nil && files.png == nil && files.html == nil else {
                throw ValidationError("A picture is drawn of months only. Add: --by month")
            }
        }

        var request: Cohorts.QueryRequest {
            get throws {
                Cohorts.QueryRequest(
                    metric: try metricKey(), by: by, from: from?.first, to: to?.last, after: after)
            }
        }

        private func metricKey() throws(Status) -> String {
            switch MetricName.resolve(metric) {
            case .found(let key): return key
            case .ambiguous(let keys):
                throw Status(
                    .invalidArgument, "\"\(metric)\" is the beginning of several metrics.",
                    hint: "Choose one: \(keys.joined(separator: ", ")).")
            // The server names the nearest metric.
            case .unknown: return metric
            }
        }

        func writeFiles(_ response: Cohorts.QueryResponse, _ output: Output) throws -> Bool {
            if files.hasFile {
                try files.write(response.picture, csv: response.csv(by: by), output)
            }
            return files.hasFile
        }

        func text(_ response: Cohorts.QueryResponse, _ output: Output) -> String {
            response.text(by: by, after: after, output)
        }
    }

    struct Log: UnaryCommand {
        static let configuration = CommandConfiguration(
            name: "log", abstract: "Show the queries of groups of people, newest first.",
            discussion: .examples("cohort log", "cohort log --limit 1000"))
        static let method = Cohorts.log

        @Option(help: ArgumentHelp("Show at most COUNT queries, 1 to 1,000.", valueName: "count"))
        var limit = 100

        @OptionGroup var globals: GlobalOptions

        var request: Cohorts.LogRequest { Cohorts.LogRequest(limit: limit) }

        func text(_ response: Cohorts.LogResponse, _ output: Output) -> String {
            response.text(output)
        }
    }
}

extension Cohorts.Grouping: ExpressibleByArgument {}

/// A month as YYYY-MM, or a day as YYYY-MM-DD. The server accepts only the first day of a month as the start
/// of a range and only the last day as its end.
struct MonthArgument: ExpressibleByArgument {
    /// The first and the last day of the month. Both are the day if a day was given.
    let first: CivilDate
    let last: CivilDate

    init?(argument: String) {
        if let first = CivilDate("\(argument)-01") {
            let length = CivilDate.lengthOfMonth(first.month, in: first.year)
            (self.first, last) = (first, first.advanced(by: length - 1))
        } else {
            guard let day = CivilDate(argument: argument) else { return nil }
            (first, last) = (day, day)
        }
    }
}
