import ArgumentParser
import CivilTime
import Contracts

struct TrainingCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "training", abstract: "Show exercises, training plans and training sessions.",
        discussion: .examples("training plans", "training records --from 2026-01-01"),
        subcommands: [
            TrainingList.self, TrainingPlans.self, TrainingSessions.self, TrainingRecords.self,
            TrainingVolume.self, TrainingAdherence.self,
        ], defaultSubcommand: TrainingList.self)
}

struct TrainingList: UnaryCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List exercises with their muscles.",
        discussion: .examples("training list"))
    static let method = Training.exercises

    @OptionGroup var globals: GlobalOptions
}

struct TrainingPlans: UnaryCommand {
    static let configuration = CommandConfiguration(
        commandName: "plans", abstract: "List training plans by day.",
        discussion: .examples("training plans"))
    static let method = Training.plans

    @OptionGroup var globals: GlobalOptions
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

struct TrainingSessions: TrainingRangeCommand {
    static let configuration = CommandConfiguration(
        commandName: "sessions", abstract: "List training sessions, newest first.",
        discussion: .examples("training sessions"))
    static let method = Training.sessions

    @OptionGroup var range: DateRangeOptions
    @OptionGroup var asOf: AsOfOption
    @OptionGroup var globals: GlobalOptions
}

struct TrainingRecords: TrainingRangeCommand {
    static let configuration = CommandConfiguration(
        commandName: "records", abstract: "Show records of each exercise.",
        discussion: .examples("training records", "training records --from 2026-01-01"))
    static let method = Training.records

    @OptionGroup var range: DateRangeOptions
    @OptionGroup var asOf: AsOfOption
    @OptionGroup var globals: GlobalOptions
}

struct TrainingVolume: UnaryCommand {
    static let configuration = CommandConfiguration(
        commandName: "volume", abstract: "Show the sets of each muscle in a week.",
        discussion: .examples("training volume"))
    static let method = Training.volume

    @Option(help: ArgumentHelp("Show the week of DATE (default: today).", valueName: "date"))
    var on: CivilDate?

    @OptionGroup var globals: GlobalOptions

    var request: Training.VolumeRequest { Training.VolumeRequest(on: on) }
}

struct TrainingAdherence: TrainingRangeCommand {
    static let configuration = CommandConfiguration(
        commandName: "adherence",
        abstract: "Show the share of planned training sessions that were done.",
        discussion: .examples("training adherence --from -90d"))
    static let method = Training.adherence

    @OptionGroup var range: DateRangeOptions
    @OptionGroup var asOf: AsOfOption
    @OptionGroup var globals: GlobalOptions
}
