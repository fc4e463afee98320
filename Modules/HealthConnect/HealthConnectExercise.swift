/// The kinds of exercise of Health Connect as HealthKit's types.
enum HealthConnectExercise {
    /// The type of a number of `ExerciseSessionType`.
    static func type(_ number: Int64) -> String { types[number] ?? "Other" }

    /// True for the kinds that are done on a machine.
    static func isIndoor(_ number: Int64) -> Bool { [5, 34, 49, 59, 60, 61].contains(number) }

    private static let types: [Int64: String] = [
        1: "Badminton", 2: "Baseball", 3: "Basketball", 4: "Cycling", 5: "Cycling",
        6: "HighIntensityIntervalTraining", 7: "Boxing", 8: "FunctionalStrengthTraining",
        9: "Cricket", 10: "SocialDance", 12: "Fencing", 13: "AmericanFootball",
        14: "AustralianFootball", 15: "DiscSports", 16: "Golf", 17: "MindAndBody",
        18: "Gymnastics", 19: "Handball", 20: "HighIntensityIntervalTraining", 21: "Hiking",
        22: "Hockey", 23: "SkatingSports", 24: "MartialArts", 25: "PaddleSports", 27: "Pilates",
        28: "Racquetball", 29: "Climbing", 30: "Hockey", 31: "Rowing", 32: "Rugby",
        33: "Running", 34: "Running", 35: "Sailing", 36: "UnderwaterDiving",
        37: "SkatingSports", 38: "DownhillSkiing", 39: "Snowboarding", 40: "SnowSports",
        41: "Soccer", 42: "Softball", 43: "Squash", 44: "Stairs",
        45: "TraditionalStrengthTraining", 46: "Flexibility", 47: "SurfingSports",
        48: "Swimming", 49: "Swimming", 50: "TableTennis", 51: "Tennis", 52: "Volleyball",
        53: "Walking", 54: "WaterPolo", 55: "TraditionalStrengthTraining",
        56: "WheelchairWalkPace", 57: "Yoga", 59: "StairClimbing", 60: "Elliptical",
        61: "Rowing",
    ]
}
