/// The names of activities in exports, as HealthKit's types.
package enum ActivityName {
    /// HealthKit's type of a name such as `Indoor Running` or `trail_running`; the name in one word
    /// without a known one.
    package static func workoutType(_ name: String) -> String {
        let words = name.lowercased().split { !$0.isLetter }.map(String.init)
        for word in words { if let type = types[word] { return type } }
        let joined = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
        return joined.isEmpty ? "Other" : String(joined.prefix(64))
    }

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

    private static let types = [
        "run": "Running", "running": "Running", "jogging": "Running", "treadmill": "Running",
        "walk": "Walking", "walking": "Walking", "hike": "Hiking", "hiking": "Hiking",
        "bike": "Cycling", "biking": "Cycling", "bicycling": "Cycling", "cycling": "Cycling",
        "ride": "Cycling", "swim": "Swimming", "swimming": "Swimming", "row": "Rowing",
        "rowing": "Rowing", "kayaking": "PaddleSports", "paddling": "PaddleSports",
        "skating": "SkatingSports", "snowboarding": "Snowboarding", "skiing": "DownhillSkiing",
        "yoga": "Yoga", "pilates": "Pilates", "elliptical": "Elliptical", "tennis": "Tennis",
        "strength": "TraditionalStrengthTraining", "weights": "TraditionalStrengthTraining",
        "dance": "SocialDance", "dancing": "SocialDance", "boxing": "Boxing", "golf": "Golf",
        "soccer": "Soccer", "football": "Soccer", "basketball": "Basketball",
        "climbing": "Climbing",
    ]
}
