import ArgumentParser
import CivilTime
import Contracts
import RPC

struct TrainingCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "training", abstract: "Workouts of the tracker: exercises, plans, sessions.",
        subcommands: [
            TrainingList.self, TrainingPlans.self, TrainingSessions.self, TrainingRecords.self,
            TrainingVolume.self, TrainingAdherence.self,
        ], defaultSubcommand: TrainingList.self)
}

struct TrainingList: BusCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "The exercises, with the muscles they work.")

    @OptionGroup var globals: GlobalOptions

    func run(_ session: CommandContext) async throws -> ExitStatus {
        let answer = try await session.bus().call(Training.exercises, Empty(), session.options())
        try session.output.result(answer) {
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
                ? TrainingText.nothing : table.text(session.output)
        }
        return .done
    }
}

struct TrainingPlans: BusCommand {
    static let configuration = CommandConfiguration(
        commandName: "plans", abstract: "The plans, day by day.")

    @OptionGroup var globals: GlobalOptions

    func run(_ session: CommandContext) async throws -> ExitStatus {
        let answer = try await session.bus().call(Training.plans, Empty(), session.options())
        try session.output.result(answer) {
            answer.plans.isEmpty
                ? TrainingText.nothing
                : answer.plans.map { TrainingText.plan($0, session.output) }
                    .joined(separator: "\n")
        }
        return .done
    }
}

struct TrainingSessions: BusCommand {
    static let configuration = CommandConfiguration(
        commandName: "sessions", abstract: "The workouts that were done, newest first.")

    @OptionGroup var range: TrainingRange
    @OptionGroup var globals: GlobalOptions

    func run(_ session: CommandContext) async throws -> ExitStatus {
        let answer = try await session.bus().call(
            Training.sessions, range.question, session.options())
        try session.output.result(answer) {
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
            return answer.sessions.isEmpty ? TrainingText.nothing : table.text(session.output)
        }
        return .done
    }
}

struct TrainingRecords: BusCommand {
    static let configuration = CommandConfiguration(
        commandName: "records", abstract: "The best at each exercise.")

    @OptionGroup var range: TrainingRange
    @OptionGroup var globals: GlobalOptions

    func run(_ session: CommandContext) async throws -> ExitStatus {
        let answer = try await session.bus().call(
            Training.records, range.question, session.options())
        try session.output.result(answer) {
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
            return answer.records.isEmpty ? TrainingText.nothing : table.text(session.output)
        }
        return .done
    }
}

struct TrainingVolume: BusCommand {
    static let configuration = CommandConfiguration(
        commandName: "volume", abstract: "The sets of each muscle in a week.")

    @Option(help: "A day of the week; today by default.")
    var on: CivilDate?

    @OptionGroup var globals: GlobalOptions

    func run(_ session: CommandContext) async throws -> ExitStatus {
        let answer = try await session.bus().call(
            Training.volume, Training.VolumeRequest(on: on), session.options())
        try session.output.result(answer) {
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
                : "\(answer.from) to \(answer.to)\n" + table.text(session.output)
        }
        return .done
    }
}

struct TrainingAdherence: BusCommand {
    static let configuration = CommandConfiguration(
        commandName: "adherence", abstract: "How much of what was planned was done.")

    @OptionGroup var range: TrainingRange
    @OptionGroup var globals: GlobalOptions

    func run(_ session: CommandContext) async throws -> ExitStatus {
        let answer = try await session.bus().call(
            Training.adherence, range.question, session.options())
        try session.output.result(answer) {
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
                + table.text(session.output)
        }
        return .done
    }
}

/// The days that a question about workouts is about.
struct TrainingRange: ParsableArguments {
    @Option(help: "The first day.")
    var from: CivilDate?

    @Option(help: "The last day.")
    var to: CivilDate?

    @Option(help: "The day that the question is asked on; today by default.")
    var on: CivilDate?

    var question: Training.DayRangeRequest { Training.DayRangeRequest(from: from, to: to, on: on) }
}

/// Workouts in words.
enum TrainingText {
    static let nothing =
        "There are no workouts here. They come with: dayline import FILE --as dayline-json"

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
