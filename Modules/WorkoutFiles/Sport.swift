import DeviceExports

/// A kind of exercise, with the metrics of its measurements.
struct Sport: Hashable {
    /// HealthKit's activity type without prefix.
    var type: String
    var isIndoor = false

    static let other = Sport(type: "Other")

    /// The metric of the distance; nil if the distance belongs to no metric.
    var distanceMetric: String? { ActivityName.distanceMetric(type) }

    /// The key of the distance among the statistics of a workout.
    var distanceStatistic: String { ActivityName.distanceStatistic(type) }

    /// The metric of the speed in m/s; nil without one.
    var speedMetric: String? {
        switch type {
        case "Running": "runningSpeed"
        case "Cycling": "cyclingSpeed"
        case "Rowing": "rowingSpeed"
        case "CrossCountrySkiing": "crossCountrySkiingSpeed"
        case "PaddleSports": "paddleSportsSpeed"
        default: nil
        }
    }

    /// The metric of the power in watts; nil without one.
    var powerMetric: String? {
        switch type {
        case "Running": "runningPower"
        case "Cycling": "cyclingPower"
        default: nil
        }
    }

    /// The metric of the cadence in revolutions per minute; nil without one.
    var cadenceMetric: String? { type == "Cycling" ? "cyclingCadence" : nil }

    /// True if the cycles of a session are strides of two steps.
    var countsStrides: Bool { ["Running", "Walking", "Hiking"].contains(type) }
}

extension Sport {
    /// The sport with a name in a GPX or TCX file.
    init(named name: String) {
        let words = name.lowercased().split { !$0.isLetter }
        self.init(
            type: ActivityName.knownType(name) ?? "Other", isIndoor: words.contains("indoor"))
    }

    /// The sport of a FIT session.
    init(fit sport: Int, sub: Int) {
        let type = Self.fitSubtypes[sub] ?? Self.fitTypes[sport] ?? "Other"
        self.init(type: type, isIndoor: Self.fitIndoor.contains(sub))
    }

    /// HealthKit's types by the profile's value of `sport`.
    private static let fitTypes: [Int: String] = [
        1: "Running", 2: "Cycling", 3: "Transition", 5: "Swimming", 6: "Basketball", 7: "Soccer",
        8: "Tennis", 9: "AmericanFootball", 10: "MixedCardio", 11: "Walking",
        12: "CrossCountrySkiing", 13: "DownhillSkiing", 14: "Snowboarding", 15: "Rowing",
        16: "Climbing", 17: "Hiking", 19: "PaddleSports", 21: "Cycling", 25: "Golf",
        27: "EquestrianSports", 28: "Hunting", 29: "Fishing", 30: "SkatingSports",
        31: "Climbing", 32: "Sailing", 33: "SkatingSports", 35: "SnowSports",
        37: "PaddleSports", 38: "SurfingSports", 39: "WaterSports", 40: "WaterSports",
        41: "PaddleSports", 42: "PaddleSports", 43: "SurfingSports", 44: "SurfingSports",
        47: "Boxing", 48: "Stairs", 49: "Baseball", 53: "UnderwaterDiving",
        62: "HighIntensityIntervalTraining", 65: "WheelchairWalkPace", 66: "WheelchairRunPace",
        67: "MindAndBody", 69: "DiscSports", 71: "Cricket", 72: "Rugby", 73: "Hockey",
        74: "Lacrosse", 75: "Volleyball", 76: "WaterSports", 77: "SurfingSports",
        80: "MartialArts", 82: "WaterSports", 83: "CardioDance", 84: "JumpRope",
    ]

    /// HealthKit's types by those values of `sub_sport` that say more than `sport`.
    private static let fitSubtypes: [Int: String] = [
        1: "Running", 5: "Cycling", 6: "Cycling", 12: "HandCycling", 14: "Rowing",
        15: "Elliptical", 16: "StairClimbing", 19: "Flexibility",
        20: "TraditionalStrengthTraining", 26: "MixedCardio", 27: "Walking", 43: "Yoga",
        44: "Pilates", 45: "Running", 62: "MindAndBody", 68: "Climbing", 69: "Climbing",
        70: "HighIntensityIntervalTraining", 73: "HighIntensityIntervalTraining",
        74: "HighIntensityIntervalTraining", 75: "HighIntensityIntervalTraining",
        84: "Pickleball", 86: "WheelchairWalkPace", 87: "WheelchairRunPace", 88: "HandCycling",
        94: "Squash", 95: "Badminton", 96: "Racquetball", 97: "TableTennis",
    ]

    private static let fitIndoor: Set = [1, 5, 6, 14, 15, 16, 27, 45, 68, 86, 87, 88]
}
