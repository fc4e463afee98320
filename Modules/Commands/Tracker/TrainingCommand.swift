import ArgumentParser
import CivilTime
import Contracts
import RPC

struct TrainingCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "training", abstract: "Show exercises, training plans and training sessions.",
        subcommands: [
            TrainingList.self, TrainingPlans.self, TrainingSessions.self, TrainingRecords.self,
            TrainingVolume.self, TrainingAdherence.self,
        ], defaultSubcommand: TrainingList.self)
}

struct TrainingList: UnaryCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List exercises with their muscles.")
    static let method = Training.exercises

    @OptionGroup var globals: GlobalOptions

    func text(_ answer: Training.ExercisesResponse, _ output: Output) -> String {
        var table = TextTable([
            ("exercise", .left), ("type", .left), ("sessions", .right), ("muscles", .left),
        ])
        for exercise in answer.exercises {
            table.add([
                exercise.name, exercise.type, NumberText.count(exercise.sessions),
                exercise.muscles.map { "\($0.muscle) \(NumberText.short($0.share))" }
                    .joined(separator: ", "),
            ])
        }
        return answer.exercises.isEmpty
            ? TrainingText.nothing : table.text(output)
    }
}

struct TrainingPlans: UnaryCommand {
    static let configuration = CommandConfiguration(
        commandName: "plans", abstract: "List training plans by day.")
    static let method = Training.plans

    @OptionGroup var globals: GlobalOptions

    func text(_ answer: Training.PlansResponse, _ output: Output) -> String {
        answer.plans.isEmpty
            ? TrainingText.nothing
            : answer.plans.map { TrainingText.plan($0, output) }
                .joined(separator: "\n")
    }
}

struct TrainingSessions: UnaryCommand {
    static let configuration = CommandConfiguration(
        commandName: "sessions", abstract: "List training sessions, newest first.")
    static let method = Training.sessions

    @OptionGroup var range: TrainingRange
    @OptionGroup var globals: GlobalOptions

    var request: Training.DayRangeRequest { range.request }

    func text(_ answer: Training.SessionsResponse, _ output: Output) -> String {
        var table = TextTable([
            ("date", .left), ("type", .left), ("workout", .left), ("status", .left),
            ("time", .right), ("sets", .right), ("volume", .right), ("distance", .right),
        ])
        for workout in answer.sessions {
            table.add([
                workout.date.description, workout.type,
                [workout.plan, workout.label].compactMap(\.self).joined(separator: " – "),
                workout.status, workout.seconds.map(NumberText.seconds) ?? "-",
                NumberText.count(workout.sets), NumberText.short(workout.volume),
                workout.distance.map(NumberText.short) ?? "-",
            ])
        }
        return answer.sessions.isEmpty ? TrainingText.nothing : table.text(output)
    }
}

struct TrainingRecords: UnaryCommand {
    static let configuration = CommandConfiguration(
        commandName: "records", abstract: "Show records of each exercise.")
    static let method = Training.records

    @OptionGroup var range: TrainingRange
    @OptionGroup var globals: GlobalOptions

    var request: Training.DayRangeRequest { range.request }

    func text(_ answer: Training.RecordsResponse, _ output: Output) -> String {
        var table = TextTable([
            ("exercise", .left), ("heaviest", .right), ("once (Brzycki)", .right),
            ("set", .right), ("reps", .right),
        ])
        for record in answer.records {
            table.add(
                [record.exercise]
                    + [record.heaviestWeight, record.oneRepMaximum, record.setVolume]
                    .map { $0.map(NumberText.short) ?? "-" }
                    + [record.reps.map(NumberText.count) ?? "-"])
        }
        return answer.records.isEmpty ? TrainingText.nothing : table.text(output)
    }
}

struct TrainingVolume: UnaryCommand {
    static let configuration = CommandConfiguration(
        commandName: "volume", abstract: "Show the sets of each muscle in a week.")
    static let method = Training.volume

    @Option(help: ArgumentHelp("Show the week of DATE (default: today).", valueName: "date"))
    var on: CivilDate?

    @OptionGroup var globals: GlobalOptions

    var request: Training.VolumeRequest { Training.VolumeRequest(on: on) }

    func text(_ answer: Training.VolumeResponse, _ output: Output) -> String {
        var table = TextTable([
            ("muscle", .left), ("sets", .right), ("", .left), ("MEV", .right),
            ("MAV", .right), ("MRV", .right),
        ])
        for muscle in answer.muscles {
            table.add(
                [muscle.muscle, NumberText.short(muscle.sets), muscle.state ?? ""]
                    + [muscle.mev, muscle.mav, muscle.mrv]
                    .map { $0.map(NumberText.short) ?? "-" })
        }
        return answer.muscles.isEmpty
            ? TrainingText.nothing
            : "\(answer.from) to \(answer.to)\n" + table.text(output)
    }
}

struct TrainingAdherence: UnaryCommand {
    static let configuration = CommandConfiguration(
        commandName: "adherence",
        abstract: "Show the share of planned training sessions that were done.")
    static let method = Training.adherence

    @OptionGroup var range: TrainingRange
    @OptionGroup var globals: GlobalOptions

    var request: Training.DayRangeRequest { range.request }

    func text(_ answer: Training.AdherenceResponse, _ output: Output) -> String {
        guard let rate = answer.rate else { return TrainingText.nothing }
        var table = TextTable([
            ("date", .left), ("workout", .left), ("planned", .right), ("done", .right),
            ("", .left),
        ])
        for workout in answer.sessions {
            table.add([
                workout.date.description, workout.label ?? "",
                NumberText.count(workout.planned), NumberText.count(workout.done),
                workout.reason ?? "completed",
            ])
        }
        return "\(NumberText.share(rate)) of the planned workouts\n"
            + table.text(output)
    }
}

/// The range of days of a training query.
struct TrainingRange: ParsableArguments {
    @OptionGroup var range: DateRangeOptions
    @OptionGroup var asOf: AsOfOption

    var request: Training.DayRangeRequest {
        Training.DayRangeRequest(from: range.from, to: range.to, on: asOf.on)
    }
}

/// Formats training data as text.
enum TrainingText {
    static let nothing =
        "There are no training sessions here. Import some with: dayline import FILE --as dayline-json"

    static func plan(_ plan: Training.Plan, _ output: Output) -> String {
        let days = plan.days.map { day in
            let name =
                (1...7).contains(day.weekday)
                ? weekdayAbbreviation(day.weekday) : "\(day.weekday)"
            let exercises = day.exercises.map { exercise in
                exercise.exercise + (exercise.sets.map { " × \($0)" } ?? "")
            }
            let label = day.rest ? "rest" : day.label
            return "  \(name)  \(label)"
                + (exercises.isEmpty ? "" : ": \(exercises.joined(separator: ", "))")
        }
        return (["\(output.styled(plan.name, .bold)), \(plan.type), \(plan.status)"] + days)
            .joined(separator: "\n")
    }
}
