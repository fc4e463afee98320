import ArgumentParser
import Contracts
import NaturalInput

struct TrainingExercises: UnaryCommand {
    static let configuration = CommandConfiguration(
        name: "exercises", abstract: "List exercises with their muscles.",
        discussion: .examples("training exercises", "training exercises --json"))
    static let method = Training.exercises

    @OptionGroup var globals: GlobalOptions
}

struct TrainingExerciseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        name: "exercise", abstract: "Manage exercises.",
        discussion: .examples(
            "training exercise add \"Hip thrust\"",
            "training exercise add \"Rowing machine\" --type cardio"),
        subcommands: [TrainingExerciseAdd.self], defaultSubcommand: TrainingExerciseAdd.self)
}

struct TrainingExerciseAdd: UnaryCommand {
    static let configuration = CommandConfiguration(
        name: "add", abstract: "Add an exercise.",
        discussion: """
            EXAMPLES:
              dayline training exercise add Squat --muscles Quads,Glutes:0.5
              dayline training exercise add Run --type cardio
            """)
    static let method = Training.addExercise

    @Argument(help: "Name of the exercise.")
    var name: String

    @Option(help: "Set the type: strength, cardio or timed (default: strength).")
    var type: String?

    @Option(help: "Set the equipment.")
    var equipment: String?

    @Option(
        name: .customLong("distance-unit"),
        help: "Set the unit of distances: km, mi, m or yd (default: by the setting units).")
    var distanceUnit: String?

    @Option(help: "Set the trained muscles with their shares (default share: 1).")
    var muscles: MuscleList?

    @OptionGroup var globals: GlobalOptions

    var request: Training.AddExerciseRequest {
        Training.AddExerciseRequest(
            name: name, type: type, equipment: equipment, distanceUnit: distanceUnit,
            muscles: muscles?.values)
    }
}

/// Muscles separated by commas, each with an optional share, such as `Chest,Triceps:0.5`.
struct MuscleList: ExpressibleByArgument {
    var values: [Training.Involvement]

    init?(argument: String) {
        guard let muscles = MuscleShares(argument) else { return nil }
        values = muscles.shares.map {
            Training.Involvement(muscle: $0.muscle, share: $0.share)
        }
    }
}
