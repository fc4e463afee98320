import Charts
import Windows

/// The names of metrics for people.
package enum MetricTitle {
    private static let titles: [String: String] = {
        var titles = [
            "stepCount": "Steps", "bodyMass": "Weight", "bodyMassIndex": "Body mass index",
            "bodyFatPercentage": "Body fat", "leanBodyMass": "Lean body mass",
            "distanceWalkingRunning": "Walking and running distance",
            "distanceCycling": "Cycling distance", "distanceSwimming": "Swimming distance",
            "basalEnergyBurned": "Resting energy", "appleExerciseTime": "Exercise minutes",
            "appleStandTime": "Stand minutes", "appleMoveTime": "Move minutes",
            "heartRateVariabilityBeats": "Heart rate of variability measurements",
            "vo2Max": "VO₂ max", "workoutEnergy": "Workout energy", "workoutCount": "Workouts",
            "oxygenSaturation": "Blood oxygen", "dietaryWater": "Water",
            "dietaryEnergyConsumed": "Energy consumed",
            "environmentalAudioExposure": "Environmental sound level",
            "headphoneAudioExposure": "Headphone sound level",
        ]
        for chart in HealthChart.allCases { titles[chart.metric] = chart.title }
        return titles
    }()

    /// The name of a metric with this key; the words of the key if no name is known.
    package static func title(_ key: String) -> String { titles[key] ?? words(key) }

    /// `Flights climbed` of `flightsClimbed`. A text with spaces is the name of an activity.
    private static func words(_ key: String) -> String {
        guard key.first?.isLowercase == true, key.allSatisfy({ $0.isLetter || $0.isNumber })
        else { return key }
        var words = ""
        var previous: Character = " "
        for letter in key {
            if letter.isUppercase, previous.isLowercase { words.append(" ") }
            words += letter.lowercased()
            previous = letter
        }
        return words.prefix(1).uppercased() + words.dropFirst()
    }
}
