import Testing

@testable import AppleHealth

struct WorkoutTests {
    private let dates =
        #"startDate="2026-01-05 08:00:00 +0100" endDate="2026-01-05 08:05:00 +0100""#

    @Test func `totals of current exports are statistics`() throws {
        let scan = try Scan(
            body: """
                <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="4.5" durationUnit="min" \
                sourceName="Watch" device="&lt;&lt;HKDevice: 0x1&gt;, name:W&gt;" \(dates)>
                 <MetadataEntry key="HKIndoorWorkout" value="0"/>
                 <WorkoutEvent type="HKWorkoutEventTypeLap" date="2026-01-05 08:01:00 +0100" duration="10" durationUnit="s"/>
                 <WorkoutEvent type="HKWorkoutEventTypePause" date="2026-01-05 08:02:00 +0100"/>
                 <WorkoutStatistics type="HKQuantityTypeIdentifierActiveEnergyBurned" \(dates) sum="455" unit="Cal"/>
                 <WorkoutStatistics type="HKQuantityTypeIdentifierHeartRate" \(dates) average="151" minimum="118" maximum="176" unit="count/min"/>
                 <WorkoutActivity uuid="u" startDate="2026-01-05 08:00:00 +0100" duration="1" durationUnit="min">
                  <WorkoutStatistics type="HKQuantityTypeIdentifierActiveEnergyBurned" \(dates) sum="1" unit="kcal"/>
                  <MetadataEntry key="inner" value="0"/>
                 </WorkoutActivity>
                 <WorkoutRoute sourceName="Watch" \(dates)><FileReference path="/workout-routes/r.gpx"/></WorkoutRoute>
                </Workout>
                """)

        let start = morning
        let end = morning + 300_000
        let energy = ScannedWorkout.Statistic(unit: "kcal", sum: 455, start: start, end: end)
        let heartRate = ScannedWorkout.Statistic(
            unit: "count/min", average: 151, min: 118, max: 176, start: start, end: end)
        let inner = ScannedWorkout.Statistic(unit: "kcal", sum: 1, start: start, end: end)
        let activity = ScannedWorkout.Part(
            type: "Running", start: start, end: nil, seconds: 60,
            details: .init(statistics: ["activeEnergyBurned": inner], metadata: ["inner": "0"]))
        let events = [
            ScannedWorkout.Event(type: "Lap", start: morning + 60_000, seconds: 10),
            ScannedWorkout.Event(type: "Pause", start: morning + 120_000, seconds: nil),
        ]
        let workout = ScannedWorkout(
            type: "Running", source: "Watch", device: "name:W", start: start, end: end,
            seconds: 270,
            details: .init(
                statistics: ["activeEnergyBurned": energy, "heartRate": heartRate],
                events: events, metadata: ["HKIndoorWorkout": "0"]),
            activities: [activity], routes: ["/workout-routes/r.gpx"],
            elements: [
                "MetadataEntry": 2, "WorkoutEvent": 2, "WorkoutStatistics": 3,
                "WorkoutActivity": 1, "FileReference": 1,
            ])
        #expect(scan.workouts == [workout])
        #expect(scan.report.counts == ["Workout": .init(emitted: 1)])
        #expect(scan.report.damage.isEmpty)
    }

    @Test(arguments: [
        ("Running", "distanceWalkingRunning"), ("Cycling", "distanceCycling"),
        ("Swimming", "distanceSwimming"),
    ])
    func `totals of older exports are attributes`(type: String, distance: String) throws {
        let scan = try Scan(
            body: """
                <Workout workoutActivityType="HKWorkoutActivityType\(type)" duration="1" durationUnit="hr" \
                totalDistance="2" totalDistanceUnit="mi" totalEnergyBurned="418.4" totalEnergyBurnedUnit="kJ" \
                totalFlightsClimbed="0" sourceName="Watch" \(dates)/>
                """)

        let workout = try #require(scan.workouts.first)
        #expect(workout.seconds == 3600)
        #expect(workout.details.statistics.count == 2)
        #expect(workout.details.statistics[distance]?.sum == 3218.688)
        #expect(workout.details.statistics[distance]?.unit == "m")
        #expect(workout.details.statistics["activeEnergyBurned"]?.sum == 100)
    }

    @Test(arguments: [
        #"duration="-5""#, #"duration="abc""#, #"duration="5" durationUnit="zork""#,
        #"totalEnergyBurned="10" totalEnergyBurnedUnit="zork""#, #"totalDistance="far""#,
    ])
    func `an invalid attribute is skipped and reported`(attribute: String) throws {
        let type = "workoutActivityType=\"HKWorkoutActivityTypeRunning\""
        let scan = try Scan(
            body: record(value: "1") + "<Workout \(type) \(attribute) \(dates)/>")

        #expect(scan.workouts.map(\.seconds) == [nil])
        #expect(scan.workouts.map(\.details.statistics) == [[:]])
        #expect(scan.report.damage.map(\.reason) == ["a part of an element that cannot be used"])
        #expect(
            scan.report.damage.map(\.offset)
                == [Int64("<HealthData>\n\(record(value: "1"))".utf8.count)])
    }

    @Test func `a workout inherits details that only its activities have`() throws {
        func activity(_ hour: Int, _ seconds: Int, _ energy: Int, _ heart: Int) -> String {
            """
            <WorkoutActivity duration="\(seconds)" durationUnit="s" startDate="2026-01-05 0\(hour):00:00 +0100">
             <WorkoutEvent type="HKWorkoutEventTypeLap" date="2026-01-05 0\(hour):01:00 +0100"/>
             <WorkoutStatistics type="HKQuantityTypeIdentifierActiveEnergyBurned" sum="\(energy)" unit="kcal"/>
             <WorkoutStatistics type="HKQuantityTypeIdentifierHeartRate" average="\(heart)" minimum="\(heart - 9)" \
            maximum="\(heart + 9)" unit="count/min"/>
             <MetadataEntry key="k\(hour)" value="v"/>
            </WorkoutActivity>
            """
        }
        let scan = try Scan(
            body: """
                <Workout workoutActivityType="HKWorkoutActivityTypeRunning" totalEnergyBurned="7" \
                totalEnergyBurnedUnit="kcal" \(dates)>\(activity(8, 60, 3, 100))</Workout>
                <Workout workoutActivityType="HKWorkoutActivityTypeSwimBikeRun" \(dates)>
                \(activity(8, 60, 3, 100))\(activity(9, 180, 5, 140))</Workout>
                """)

        let own = try #require(scan.workouts.first).details
        let several = try #require(scan.workouts.last).details
        #expect(own.statistics["activeEnergyBurned"]?.sum == 7)
        #expect(own.statistics["heartRate"]?.average == 100)
        #expect(several.statistics["activeEnergyBurned"]?.sum == 8)
        #expect(several.statistics["heartRate"]?.average == 130)
        #expect(several.statistics["heartRate"]?.min == 91)
        #expect(several.statistics["heartRate"]?.max == 149)
        #expect(several.events.map(\.start) == [morning + 60_000, morning + 3_660_000])
        #expect(several.metadata == ["k8": "v", "k9": "v"])
        #expect(scan.report.damage.isEmpty)
    }

    @Test func `a statistic's second start is its end`() throws {
        let scan = try Scan(
            body: """
                <Workout workoutActivityType="HKWorkoutActivityTypeRunning" \(dates)>
                <WorkoutStatistics type="HKQuantityTypeIdentifierStepCount" sum="9" unit="count" \
                startDate="2026-01-05 08:00:00 +0100" startDate="2026-01-05 08:05:00 +0100"/></Workout>
                """)

        let statistic = try #require(scan.workouts.first?.details.statistics["stepCount"])
        #expect(statistic.start == morning)
        #expect(statistic.end == morning + 300_000)
        #expect(scan.report.damage.map(\.reason) == ["a duplicate attribute"])
        #expect(scan.quarantined.isEmpty)
    }

    @Test func `a statistic of another dimension is skipped and reported`() throws {
        let scan = try Scan(
            body: """
                <Workout workoutActivityType="HKWorkoutActivityTypeRunning" \(dates)>
                <WorkoutStatistics type="HKQuantityTypeIdentifierStepCount" sum="9" unit="kg" \(dates)/></Workout>
                """)

        #expect(scan.workouts.first?.details.statistics.isEmpty == true)
        #expect(scan.report.damage.map(\.reason) == ["a part of an element that cannot be used"])
    }

    @Test func `a workout without dates is quarantined`() throws {
        let scan = try Scan(body: #"<Workout workoutActivityType="x" startDate="y"/>"# + record())

        #expect(scan.quarantined.map(\.type) == ["Workout"])
        #expect(scan.values == [7])
    }

    @Test func `a summary has values and goals`() throws {
        let scan = try Scan(
            body: """
                <ActivitySummary dateComponents="2026-01-05" activeEnergyBurned="590.5" \
                activeEnergyBurnedGoal="630" activeEnergyBurnedUnit="kcal" appleStandHours="13"/>
                <ActivitySummary dateComponents="2026-02-30" appleStandHours="1"/>
                <ActivitySummary dateComponents="2026-01-06" appleStandHours="x"/>
                """)

        #expect(
            scan.summaries == [
                ScannedActivitySummary(
                    day: "2026-01-05",
                    values: ["activeEnergyBurned": 590.5, "appleStandHours": 13],
                    goals: ["activeEnergyBurned": 630], unit: "kcal")
            ])
        #expect(scan.report.counts == ["ActivitySummary": .init(emitted: 1, quarantined: 2)])
    }

    @Test(arguments: [
        (#"duration="1e308" durationUnit="min" DATES"#, ""),
        (#"duration="1" totalEnergyBurned="1e308" totalEnergyBurnedUnit="kcal" DATES"#, ""),
        (
            #"duration="1" DATES"#,
            #"<WorkoutStatistics type="HKQuantityTypeIdentifierDistanceCycling" sum="1e308" unit="km"/>"#
        ),
        (
            #"duration="1" DATES"#,
            #"<WorkoutEvent type="HKWorkoutEventTypeLap" date="2026-01-05 08:01:00 +0100" duration="1e308" durationUnit="min"/>"#
        ),
        (
            #"duration="1" DATES"#,
            #"<WorkoutActivity startDate="2026-01-05 08:02:00 +0100" endDate="2026-01-05 08:01:00 +0100"/>"#
        ),
    ])
    func `values out of range are left out of a workout, and reported`(
        attributes: String, part: String
    ) throws {
        let scan = try Scan(
            body: """
                <Workout workoutActivityType="HKWorkoutActivityTypeRunning" sourceName="Watch" \
                \(attributes.replacing("DATES", with: dates))>\(part)</Workout>
                """)

        let workout = try #require(scan.workouts.first)
        let numbers = workout.details.statistics.values.flatMap {
            [$0.sum, $0.average, $0.min, $0.max]
        }
        #expect(numbers.compactMap(\.self).isEmpty)
        #expect(workout.seconds == nil || workout.seconds == 60)
        #expect(workout.details.events.allSatisfy { $0.seconds == nil })
        #expect(workout.activities.isEmpty)
        #expect(!scan.report.damage.isEmpty)
    }

    @Test func `a summary with a value out of range is quarantined`() throws {
        let scan = try Scan(
            body: """
                <ActivitySummary dateComponents="2026-01-05" activeEnergyBurned="1e308"/>
                <ActivitySummary dateComponents="2026-01-06" activeEnergyBurned="1e3"/>
                """)

        #expect(scan.summaries.map(\.day) == ["2026-01-06"])
        #expect(scan.reasons == ["its activeEnergyBurned is too large"])
    }
}
