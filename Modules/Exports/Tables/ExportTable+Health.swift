/// The tables of health data.
extension ExportTable {
    package static let metrics = Self(
        name: "metrics", summary: "Metrics with samples.",
        columns: [
            .text("metric", "Key of the metric, such as stepCount"),
            .text("unit", "Unit of the metric's values; empty: no unit"),
            .text("kind", "cumulative, discrete, duration or category"),
            .integer("samples", "Number of samples"),
            .text("firstDay", "First day with a total"),
            .text("lastDay", "Last day with a total"),
        ])

    package static let samples = Self(
        name: "samples", summary: "Samples: one measured interval and its value.",
        columns: [
            .text("metric", "Key of the metric"),
            .instant("start", "Start of the sample"),
            .instant("end", "End of the sample"),
            .number("value", "Value in the unit of the row"),
            .text("unit", "Unit of the value; empty: no unit"),
            .text("source", "Application or person that recorded the sample"),
            .text("device", "Hardware as HealthKit writes it; empty: unknown"),
            .flag("isEntered", "1 if the sample was entered by hand"),
            .text("resolution", "Time span of a value: raw, minute, hour or day"),
        ])

    package static let days = Self(
        name: "days", summary: "Day totals of metrics, with sources merged.",
        columns: [
            .text("metric", "Key of the metric"),
            .text("day", "Local day, YYYY-MM-DD"),
            .number("value", "Sum of a cumulative or duration metric, else the average"),
            .text("unit", "Unit of the values; empty: no unit"),
            .number("sum", "Total of the day"),
            .number("average", "Mean of the samples that start on the day"),
            .number("least", "Least sample that starts on the day"),
            .number("greatest", "Greatest sample that starts on the day"),
            .number("last", "Last sample of the day"),
            .integer("samples", "Number of samples that start on the day"),
        ])

    package static let workouts = Self(
        name: "workouts", summary: "Workouts.",
        columns: [
            .text("id", "Identifier, the same after each import"),
            .text("type", "Type, such as Running"),
            .text("start", "Start, RFC 3339 with the local offset"),
            .text("end", "End, RFC 3339 with the local offset"),
            .number("seconds", "Duration without pauses in seconds"),
            .number("distanceMeters", "Distance in metres"),
            .number("energyKilocalories", "Active energy in kilocalories"),
            .number("averageHeartRate", "Mean heart rate in beats per minute"),
            .integer("routes", "Number of routes"),
            .text("source", "Application that recorded the workout"),
        ])

    package static let nights = Self(
        name: "nights", summary: "Nights: the longest sleep that ends on a day.",
        columns: [
            .text("day", "Day on which the night ends, YYYY-MM-DD"),
            .text("start", "Start, RFC 3339 with the local offset"),
            .text("end", "End, RFC 3339 with the local offset"),
            .number("inBedMinutes", "Time in bed in minutes"),
            .number("asleepMinutes", "Time asleep in minutes"),
            .number("coreMinutes", "Core sleep in minutes"),
            .number("deepMinutes", "Deep sleep in minutes"),
            .number("remMinutes", "REM sleep in minutes"),
            .number("unspecifiedMinutes", "Sleep without a known stage in minutes"),
            .number("awakeMinutes", "Time awake in minutes"),
            .integer("naps", "Number of other sleeps that end on the day"),
        ])
}
