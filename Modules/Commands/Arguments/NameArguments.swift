import ArgumentParser

/// The argument that names an activity.
struct ActivityArgument: ParsableArguments {
    @Argument(help: "Name of the activity.", completion: .custom(NameCompletion.activities))
    var name: String
}

/// The argument that names a goal.
struct GoalArgument: ParsableArguments {
    @Argument(help: "Title of the goal.", completion: .custom(NameCompletion.goals))
    var goal: String
}

/// The argument that names a metric or an activity with a trend.
struct TrendArgument: ParsableArguments {
    @Argument(
        help: "Metric or activity, such as stepCount.", completion: .custom(NameCompletion.trends))
    var name: String
}

/// The options that set the looks of a record.
struct AppearanceOptions: ParsableArguments {
    @Option(help: "Set a symbol or an emoji.")
    var icon: String?

    @Option(help: "Set a colour, such as '#4ECDC4'.")
    var color: String?
}
