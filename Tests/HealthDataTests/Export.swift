import CivilTime

/// An Apple Health export of given records.
struct Export {
    var records: [Record] = []
    /// Workouts and other elements.
    var rows: [String] = []
    /// Lines that cannot be read.
    var damage: [String] = []
    /// True if the file has the end tag of its root.
    var isComplete = true

    struct Record: Hashable {
        var type: String
        var unit: String
        var source: String
        /// Seconds since 2026-03-01T00:00:00Z.
        var start: Int
        var end: Int
        var value: String

        static func heartRate(_ minute: Int, _ value: Double, source: String = "Watch") -> Self {
            Self(
                type: "HKQuantityTypeIdentifierHeartRate", unit: "count/min", source: source,
                start: minute * 60, end: minute * 60, value: "\(value)")
        }

        static func steps(_ minute: Int, _ value: Int, source: String = "Phone") -> Self {
            Self(
                type: "HKQuantityTypeIdentifierStepCount", unit: "count", source: source,
                start: minute * 60, end: minute * 60 + 60, value: "\(value)")
        }

        static func weight(_ day: Int, _ value: String, unit: String = "kg") -> Self {
            Self(
                type: "HKQuantityTypeIdentifierBodyMass", unit: unit, source: "Scale",
                start: day * 86_400 + 25_200, end: day * 86_400 + 25_200, value: value)
        }

        var line: String {
            """
             <Record type="\(type)" sourceName="\(source)" unit="\(unit)" \
            startDate="\(Export.date(start))" endDate="\(Export.date(end))" value="\(value)"/>

            """
        }
    }

    /// A workout of the first hour of a day, with route files.
    static func workout(
        _ day: Int, type: String = "Running", source: String = "Watch", routes: [String] = []
    ) -> String {
        let files = routes.map {
            "<WorkoutRoute><FileReference path=\"/workout-routes/\($0)\"/></WorkoutRoute>"
        }
        return """
             <Workout workoutActivityType="HKWorkoutActivityType\(type)" duration="60" \
            durationUnit="min" sourceName="\(source)" startDate="\(date(day * 86_400))" \
            endDate="\(date(day * 86_400 + 3600))">\(files.joined())</Workout>

            """
    }

    /// A meal without samples.
    static func meal(_ day: Int, source: String = "Diary") -> String {
        """
         <Correlation type="HKCorrelationTypeIdentifierFood" sourceName="\(source)" \
        startDate="\(date(day * 86_400))" endDate="\(date(day * 86_400))"/>

        """
    }

    /// An activity summary of a day.
    static func summary(_ day: Int) -> String {
        """
         <ActivitySummary dateComponents="\(date(day * 86_400).prefix(10))" \
        activeEnergyBurned="500" activeEnergyBurnedGoal="600" activeEnergyBurnedUnit="Cal"/>

        """
    }

    var text: String {
        var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<HealthData locale=\"en_US\">\n"
        for record in records { text += record.line }
        for row in rows { text += row }
        for line in damage { text += line }
        return isComplete ? text + "</HealthData>\n" : text
    }

    /// An instant in the format of exports.
    static func date(_ seconds: Int) -> String {
        let instant = instantText(Int64(1_772_323_200 + seconds) * 1000)
        return instant.prefix(19).replacing("T", with: " ") + " +0000"
    }
}
