import DeviceExports
import Testing

@Suite struct ActivityNameTests {
    @Test(arguments: [
        ("Indoor Running", "Running"), ("trail_running", "Running"), ("Outdoor Walk", "Walking"),
        ("Wheelchair Walk Pace", "WheelchairWalkPace"), ("Tennis", "Tennis"),
        ("Table Tennis", "TableTennis"), ("football.american", "AmericanFootball"),
        ("American Football", "AmericanFootball"), ("soccer", "Soccer"),
        ("skiing.cross_country", "CrossCountrySkiing"),
        ("cross_country_skiing_ws", "CrossCountrySkiing"), ("resort_skiing", "DownhillSkiing"),
        ("Stair Climbing", "StairClimbing"), ("indoor_climbing", "Climbing"),
        ("Hand Cycling", "HandCycling"), ("Swim Bike Run", "SwimBikeRun"),
        ("Functional Strength Training", "FunctionalStrengthTraining"),
        ("strength_training", "TraditionalStrengthTraining"),
        ("High Intensity Interval Training", "HighIntensityIntervalTraining"),
        ("Mind and Body", "MindAndBody"), ("martial arts", "MartialArts"), ("", "Other"),
        ("123", "Other"),
    ])
    func `the longest phrase of a name decides on the type`(name: String, type: String) {
        #expect(ActivityName.workoutType(name) == type)
    }

    @Test(arguments: ["", "Lunch", "unknown"])
    func `a name without a known phrase has no type`(name: String) {
        #expect(ActivityName.knownType(name) == nil)
    }
}
