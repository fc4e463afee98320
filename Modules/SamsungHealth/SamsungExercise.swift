/// The predefined exercises of Samsung Health, as HealthKit's types.
enum SamsungExercise {
    /// The type of a number of `exercise_type`; `Other` for one that is not predefined.
    static func workoutType(_ number: Int?) -> String {
        guard let number else { return "Other" }
        if let type = types[number] { return type }
        return strength.contains(number) ? "FunctionalStrengthTraining" : "Other"
    }

    /// True for the exercises that are done on a machine.
    static func isIndoor(_ number: Int?) -> Bool {
        guard let number else { return false }
        return number == 14010 || (15001...15006).contains(number)
    }

    private static let types: [Int: String] = [
        1001: "Walking", 1002: "Running",
        2001: "Baseball", 2002: "Softball", 2003: "Cricket",
        3001: "Golf", 3003: "Bowling",
        4001: "Hockey", 4002: "Rugby", 4003: "Basketball", 4004: "Soccer", 4005: "Handball",
        4006: "AmericanFootball",
        5001: "Volleyball", 5002: "Volleyball",
        6001: "Squash", 6002: "Tennis", 6003: "Badminton", 6004: "TableTennis",
        6005: "Racquetball",
        7001: "TaiChi", 7002: "Boxing", 7003: "MartialArts",
        8001: "Barre", 8002: "CardioDance", 8003: "SocialDance",
        9001: "Pilates", 9002: "Yoga",
        10001: "Flexibility", 10002: "JumpRope", 10007: "HighIntensityIntervalTraining",
        11001: "SkatingSports", 11004: "Archery", 11005: "EquestrianSports", 11007: "Cycling",
        11008: "DiscSports", 11009: "SkatingSports",
        12001: "MixedCardio",
        13001: "Hiking", 13002: "Climbing", 13003: "Hiking", 13004: "Cycling",
        14001: "Swimming", 14002: "WaterFitness", 14003: "PaddleSports", 14004: "Sailing",
        14005: "UnderwaterDiving", 14006: "WaterSports", 14007: "PaddleSports",
        14008: "SurfingSports", 14009: "PaddleSports", 14010: "Rowing", 14011: "SurfingSports",
        14012: "Sailing", 14013: "WaterSports",
        15001: "StepTraining", 15002: "TraditionalStrengthTraining", 15003: "Cycling",
        15004: "Rowing", 15005: "Running", 15006: "Elliptical",
        16001: "CrossCountrySkiing", 16002: "DownhillSkiing", 16003: "SkatingSports",
        16004: "SkatingSports", 16006: "Hockey", 16007: "Snowboarding", 16008: "DownhillSkiing",
        16009: "SnowSports",
    ]

    /// Exercises with the weight of the body or with weights, unless ``types`` has them.
    private static let strength = 10004...10027
}
