import ArgumentParser
import Contracts
import Presentation

struct TrainingPlanCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        name: "plan", abstract: "Manage training plans, their days and exercises.",
        discussion: """
            EXAMPLES:
              dayline training plan create "Push Pull"
              dayline training plan day "Push Pull" mon,thu Push
              dayline training plan exercise "Push Pull" mon "Bench press" --sets 4
              dayline training plan activate "Push Pull"
            """,
        subcommands: [
            TrainingPlanList.self, TrainingPlanCreate.self, TrainingPlanEdit.self,
            TrainingPlanDayCommand.self, TrainingPlanExercise.self, TrainingPlanActivate.self,
            TrainingPlanDelete.self,
        ], defaultSubcommand: TrainingPlanList.self, aliases: ["plans"])
}

/// The argument that names a training plan.
struct TrainingPlanArgument: ParsableArguments {
    @Argument(help: "Name of the plan.", completion: .custom(NameCompletion.trainingPlans))
    var plan: String
}

struct TrainingPlanList: UnaryCommand {
    static let configuration = CommandConfiguration(
        name: "list", abstract: "List training plans by day.",
        discussion: .examples("training plan list", "training plan list --json"))
    static let method = Training.plans

    @OptionGroup var globals: GlobalOptions
}

struct TrainingPlanCreate: UnaryCommand {
    static let configuration = CommandConfiguration(
        name: "create", abstract: "Create a training plan as a draft.",
        discussion: .examples(
            "training plan create Strength", "training plan create Running --type cardio"))
    static let method = Training.addPlan

    @Argument(help: "Name of the plan.")
    var name: String

    @Option(help: "Set the type: strength or cardio (default: strength).")
    var type: String?

    @OptionGroup var globals: GlobalOptions

    var request: Training.AddPlanRequest { Training.AddPlanRequest(name: name, type: type) }
}

struct TrainingPlanEdit: UnaryCommand {
    static let configuration = CommandConfiguration(
        name: "edit", abstract: "Rename a training plan.",
        discussion: .examples(
            "training plan edit Strength --name Power",
            "training plan edit \"Push Pull\" --name Halves"))
    static let method = Training.editPlan

    @OptionGroup var plan: TrainingPlanArgument

    @Option(help: "Set the name.")
    var name: String

    @OptionGroup var globals: GlobalOptions

    var request: Training.EditPlanRequest {
        Training.EditPlanRequest(plan: plan.plan, name: name)
    }
}

struct TrainingPlanDayCommand: UnaryCommand {
    static let configuration = CommandConfiguration(
        name: "day", abstract: "Add, change or remove days of a training plan.",
        discussion: """
            A day without a label is named after the muscles of its exercises.

            EXAMPLES:
              dayline training plan day "Push Pull" mon,thu Push
              dayline training plan day "Push Pull" sun --rest
              dayline training plan day "Push Pull" thu --remove
            """, aliases: ["days"])
    static let method = Training.setPlanDays

    @OptionGroup var plan: TrainingPlanArgument

    @Argument(help: "Weekdays, such as mon,thu.")
    var weekdays: WeekdayList

    @Argument(help: "Label of the days.")
    var label: String?

    @Flag(help: "Make the days rest days.")
    var rest = false

    @Flag(help: "Remove the days with their exercises.")
    var remove = false

    @OptionGroup var globals: GlobalOptions

    var request: Training.PlanDaysRequest {
        Training.PlanDaysRequest(
            plan: plan.plan, weekdays: weekdays.values.sorted(), label: label,
            rest: rest ? true : nil, remove: remove ? true : nil)
    }
}

struct TrainingPlanExercise: UnaryCommand {
    static let configuration = CommandConfiguration(
        name: "exercise", abstract: "Add, change or remove an exercise of a day of a plan.",
        discussion: """
            EXAMPLES:
              dayline training plan exercise "Push Pull" push "Bench press" --sets 4 --rir 2
              dayline training plan exercise Running sat Run --distance 10km
              dayline training plan exercise "Push Pull" push Dips --remove
            """, aliases: ["exercises"])
    static let method = Training.setPlanExercise

    @OptionGroup var plan: TrainingPlanArgument

    @Argument(help: "Day of the plan: its label or weekday.")
    var day: String

    @Argument(help: "Name of the exercise.", completion: .custom(NameCompletion.exercises))
    var exercise: String

    @Option(help: "Set the number of sets (default for a new exercise: 3).")
    var sets: Int?

    @Option(help: "Set the repetitions in reserve, from 0 to 10.")
    var rir: Int?

    @Option(help: "Set the target distance of cardio, such as 10km.")
    var distance: String?

    @Option(help: "Set the target time of cardio, such as 30min.")
    var duration: String?

    @Option(help: "Set the position among the exercises of the day.")
    var position: Int?

    @Flag(help: "Remove the exercise from the day.")
    var remove = false

    @OptionGroup var globals: GlobalOptions

    var request: Training.PlanExerciseRequest {
        Training.PlanExerciseRequest(
            plan: plan.plan, day: day, exercise: exercise, sets: sets, rir: rir,
            distance: distance, duration: duration, position: position,
            remove: remove ? true : nil)
    }
}

struct TrainingPlanActivate: UnaryCommand {
    static let configuration = CommandConfiguration(
        name: "activate", abstract: "Activate a plan instead of the active one of its type.",
        discussion: .examples(
            "training plan activate Strength", "training plan activate \"Push Pull\""))
    static let method = Training.activatePlan

    @OptionGroup var plan: TrainingPlanArgument
    @OptionGroup var globals: GlobalOptions

    var request: Training.PlanRequest { Training.PlanRequest(plan: plan.plan) }
}

struct TrainingPlanDelete: UnaryCommand {
    static let configuration = CommandConfiguration(
        name: "delete", abstract: "Delete a training plan; its training sessions stay.",
        discussion: .examples("training plan delete Strength", "training plan delete \"Push Pull\"")
    )
    static let method = Training.deletePlan

    @OptionGroup var plan: TrainingPlanArgument
    @OptionGroup var globals: GlobalOptions

    var request: Training.PlanRequest { Training.PlanRequest(plan: plan.plan) }

    func text(_ response: Training.PlanResponse, _ output: Output) -> String {
        "\(response.plan.name.onOneLine) is deleted. Revert with: dayline undo"
    }
}
