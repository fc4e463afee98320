import ArgumentParser
import CivilTime
import Contracts

struct TrainingCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        name: "training", abstract: "Plan, log and review training sessions.",
        discussion: """
            A training session is named by its identifier, the word last, or a day with one training \
            session, such as yesterday.

            EXAMPLES:
              dayline training start push
              dayline training set "Bench press" 5x100kg
              dayline training finish
            """,
        subcommands: [
            TrainingStart.self, TrainingSet.self, TrainingFinish.self, TrainingShow.self,
            TrainingList.self, TrainingEditCommand.self, TrainingDelete.self,
            TrainingPlanCommand.self, TrainingExercises.self, TrainingExerciseCommand.self,
            TrainingRecordsCommand.self, TrainingVolume.self, TrainingAdherence.self,
        ], defaultSubcommand: TrainingList.self)
}

/// A training query over a range of days.
protocol TrainingRangeCommand: UnaryCommand where Request == Training.DayRangeRequest {
    var range: DateRangeOptions { get }
    var asOf: AsOfOption { get }
}

extension TrainingRangeCommand {
    var request: Training.DayRangeRequest {
        Training.DayRangeRequest(from: range.from, to: range.to, on: asOf.on)
    }
}

struct TrainingList: TrainingRangeCommand {
    static let configuration = CommandConfiguration(
        name: "list", abstract: "List training sessions, newest first.",
        discussion: """
            EXAMPLES:
              dayline training list
              dayline training list --from -4w
            """, aliases: ["sessions"])
    static let method = Training.sessions

    @OptionGroup var range: DateRangeOptions
    @OptionGroup var asOf: AsOfOption
    @OptionGroup var globals: GlobalOptions
}

struct TrainingRecordsCommand: TrainingRangeCommand {
    static let configuration = CommandConfiguration(
        name: "records", abstract: "Show records of each exercise.",
        discussion: .examples("training records", "training records --from 2026-01-01"))
    static let method = Training.records

    @OptionGroup var range: DateRangeOptions
    @OptionGroup var asOf: AsOfOption
    @OptionGroup var globals: GlobalOptions
}

struct TrainingVolume: UnaryCommand {
    static let configuration = CommandConfiguration(
        name: "volume", abstract: "Show the sets of each muscle in a week.",
        discussion: .examples("training volume", "training volume --on -1d"))
    static let method = Training.volume

    @Option(help: ArgumentHelp("Show the week of DATE (default: today).", valueName: "date"))
    var on: CivilDate?

    @OptionGroup var globals: GlobalOptions

    var request: Training.VolumeRequest { Training.VolumeRequest(on: on) }
}

struct TrainingAdherence: TrainingRangeCommand {
    static let configuration = CommandConfiguration(
        name: "adherence",
        abstract: "Show the share of planned training sessions that were done.",
        discussion: .examples(
            "training adherence --from -90d", "training adherence --from 2026-10-01 --to 2026-12-31"
        ))
    static let method = Training.adherence

    @OptionGroup var range: DateRangeOptions
    @OptionGroup var asOf: AsOfOption
    @OptionGroup var globals: GlobalOptions
}
