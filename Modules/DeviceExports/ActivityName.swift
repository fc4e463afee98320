/// The names of activities in exports, as HealthKit's types.
package enum ActivityName {
    /// HealthKit's type of a name such as `Indoor Running` or `trail_running`; the name in one word
    /// without a known one.
    package static func workoutType(_ name: String) -> String {
        if let type = knownType(name) { return type }
        let joined = words(name).map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
        return joined.isEmpty ? "Other" : String(joined.prefix(64))
    }

    /// HealthKit's type of the longest phrase of a name that is known; nil without one. `Table Tennis` is
    /// another sport than `Tennis`.
    package static func knownType(_ name: String) -> String? {
        let words = words(name)
        for length in stride(from: min(longestPhrase, words.count), to: 0, by: -1) {
            for start in 0...words.count - length {
                let phrase = words[start..<start + length].joined(separator: " ")
                if let type = types[phrase] { return type }
            }
        }
        return nil
    }

    private static func words(_ name: String) -> [String] {
        name.lowercased().split { !$0.isLetter }.prefix(wordLimit).map(String.init)
    }

    private static let longestPhrase = 3
    /// Words of a name that are read.
    private static let wordLimit = 16

    /// The metric of the distance of a workout type; nil if the distance belongs to no metric.
    package static func distanceMetric(_ type: String) -> String? {
        switch type {
        case "Running", "Walking", "Hiking": "distanceWalkingRunning"
        case "Cycling": "distanceCycling"
        case "Swimming": "distanceSwimming"
        case "Rowing": "distanceRowing"
        case "CrossCountrySkiing": "distanceCrossCountrySkiing"
        case "DownhillSkiing", "Snowboarding": "distanceDownhillSnowSports"
        case "PaddleSports": "distancePaddleSports"
        case "SkatingSports": "distanceSkatingSports"
        default: nil
        }
    }

    /// The key of the distance among the statistics of a workout.
    package static func distanceStatistic(_ type: String) -> String {
        distanceMetric(type) ?? "distanceOther"
    }

    private static let types: [String: String] = [
        "run": "Running", "running": "Running", "jogging": "Running", "treadmill": "Running",
        "walk": "Walking", "walking": "Walking", "wheelchair walk": "WheelchairWalkPace",
        "wheelchair run": "WheelchairRunPace", "hike": "Hiking", "hiking": "Hiking",
        "trekking": "Hiking", "bike": "Cycling", "biking": "Cycling", "bicycling": "Cycling",
        "cycle": "Cycling", "cycling": "Cycling", "ride": "Cycling", "mtb": "Cycling",
        "spinning": "Cycling", "hand cycling": "HandCycling", "swim": "Swimming",
        "swimming": "Swimming", "swim bike run": "SwimBikeRun", "row": "Rowing",
        "rower": "Rowing", "rowing": "Rowing", "kayaking": "PaddleSports",
        "canoeing": "PaddleSports", "paddling": "PaddleSports", "skating": "SkatingSports",
        "snowboarding": "Snowboarding", "skiing": "DownhillSkiing",
        "cross country skiing": "CrossCountrySkiing", "skiing cross country": "CrossCountrySkiing",
        "nordic skiing": "CrossCountrySkiing", "water skiing": "WaterSports", "yoga": "Yoga",
        "pilates": "Pilates", "elliptical": "Elliptical", "tennis": "Tennis",
        "table tennis": "TableTennis", "strength": "TraditionalStrengthTraining",
        "functional strength": "FunctionalStrengthTraining",
        "weights": "TraditionalStrengthTraining", "interval training": interval,
        "hiit": interval, "dance": "SocialDance", "dancing": "SocialDance",
        "cardio dance": "CardioDance", "boxing": "Boxing", "golf": "Golf",
        "disc golf": "DiscSports",
        "soccer": "Soccer", "football": "Soccer", "american football": "AmericanFootball",
        "football american": "AmericanFootball", "australian football": "AustralianFootball",
        "football australian": "AustralianFootball", "basketball": "Basketball",
        "climbing": "Climbing", "stair climbing": "StairClimbing", "sailing": "Sailing",
    ]

    private static let interval = "HighIntensityIntervalTraining"
}
