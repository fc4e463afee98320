/// The tables of the tracker.
extension ExportTable {
    package static let activities = Self(
        name: "activities", summary: "Activities outside of the trash.",
        columns: [
            .text("id", "Identifier, which a rename does not change"),
            .text("name", "Name"),
            .text("type", "checkbox, value, cumulative, container, metric or answer"),
            .number("target", "Number to reach in the unit"),
            .text("per", "Time of the target: day, week or month"),
            .text("unit", "Unit of the numbers"),
            .text("category", "Name of the category"),
            .text("container", "Name of the container"),
            .text("created", "First day, YYYY-MM-DD"),
            .text("pausedSince", "Last day before the pause, YYYY-MM-DD"),
        ])

    package static let entries = Self(
        name: "entries", summary: "Entries of activities.",
        columns: [
            .text("id", "Identifier"),
            .text("activity", "Name of the activity"),
            .text("activityID", "Identifier of the activity"),
            .text("day", "Day that the entry counts for, YYYY-MM-DD"),
            .text("status", "completed or skipped"),
            .number("value", "Number in the unit of the row"),
            .text("unit", "Unit of the value on the day"),
            .text("slot", "allDay, morning, afternoon or evening"),
            .text("answer", "Answer as text"),
            .text("note", "Note"),
            .text("skipReason", "Reason of a skip"),
            .integer("mood", "Mood from 1, bad, to 5, good"),
            .text("place", "Name of the place"),
            .text("origin", "person, health or vacation"),
            .text("loggedAt", "Time of logging, RFC 3339 in UTC"),
        ])

    package static let goals = Self(
        name: "goals", summary: "Goals outside of the trash.",
        columns: [
            .text("id", "Identifier"),
            .text("title", "Title"),
            .text("created", "First day, YYYY-MM-DD"),
            .text("deadline", "Last day to reach the goal, YYYY-MM-DD"),
            .flag("isPaused", "1 if the goal is paused"),
            .number("consistency", "Mean rate of the activities over 14 days, 0 to 1"),
            .text("activities", "Names of the linked activities, separated by commas"),
        ])

    package static let weights = Self(
        name: "weights", summary: "Entries of the weight log.",
        columns: [
            .text("id", "Identifier"),
            .text("day", "Day, YYYY-MM-DD"),
            .number("weight", "Weight as entered, in the unit of the row"),
            .text("unit", "kg or lb"),
            .number("bodyFatPercent", "Body fat in percent"),
            .text("note", "Note"),
            .text("origin", "person or health"),
        ])

    /// All tables, in the order in which their rows are read.
    package static let all = [
        metrics, samples, days, workouts, nights, activities, entries, goals, weights,
    ]
}
