import Testing

@testable import AppleHealth

struct WorkoutTests {
    private let dates =
        #"startDate="2026-01-05 08:00:00 +0100" endDate="2026-01-05 08:05:00 +0100""#

    @Test func `totals of today's exports are statistics`() throws {
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
        #expect(
            scan.workouts == [
                ScannedWorkout(
                    type: "Running", source: "Watch", device: "name:W", start: start, end: end,
                    seconds: 270,
                    statistics: [
                        "activeEnergyBurned": .init(unit: "kcal", sum: 455, start: start, end: end),
                        "heartRate": .init(
                            unit: "count/min", average: 151, min: 118, max: 176, start: start,
                            end: end),
                    ],
                    events: [
                        .init(type: "Lap", start: morning + 60_000, seconds: 10),
                        .init(type: "Pause", start: morning + 120_000, seconds: nil),
                    ],
                    activities: [.init(type: "Running", start: start, end: nil, seconds: 60)],
                    routes: ["/workout-routes/r.gpx"], metadata: ["HKIndoorWorkout": "0"])
            ])
        #expect(scan.report.books == ["Workout": .init(emitted: 1)])
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
        #expect(workout.statistics.count == 2)
        #expect(workout.statistics[distance]?.sum == 3218.688)
        #expect(workout.statistics[distance]?.unit == "m")
        #expect(workout.statistics["activeEnergyBurned"]?.sum == 100)
    }

    @Test func `a statistic's second start is its end`() throws {
        let scan = try Scan(
            body: """
                <Workout workoutActivityType="HKWorkoutActivityTypeRunning" \(dates)>
                <WorkoutStatistics type="HKQuantityTypeIdentifierStepCount" sum="9" unit="count" \
                startDate="2026-01-05 08:00:00 +0100" startDate="2026-01-05 08:05:00 +0100"/></Workout>
                """)

        let statistic = try #require(scan.workouts.first?.statistics["stepCount"])
        #expect(statistic.start == morning)
        #expect(statistic.end == morning + 300_000)
        #expect(scan.report.damage.map(\.reason) == ["an attribute that comes twice"])
        #expect(scan.quarantined.isEmpty)
    }

    @Test func `a statistic of another dimension is left out and noted`() throws {
        let scan = try Scan(
            body: """
                <Workout workoutActivityType="HKWorkoutActivityTypeRunning" \(dates)>
                <WorkoutStatistics type="HKQuantityTypeIdentifierStepCount" sum="9" unit="kg" \(dates)/></Workout>
                """)

        #expect(scan.workouts.first?.statistics.isEmpty == true)
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
        #expect(scan.report.books == ["ActivitySummary": .init(emitted: 1, quarantined: 2)])
    }
}
