import Texts

/// Finds a metric by a typed name.
package enum MetricName {
    /// The result of a search.
    package enum Resolution: Hashable, Sendable {
        case found(String)
        /// The keys that begin with the name, sorted.
        case ambiguous([String])
        /// No match; `closest` is the nearest key or nil.
        case unknown(closest: String?)
    }

    /// Resolves a key, an alias or a HealthKit identifier: first exactly, then by alias, then
    /// ignoring case, then by unique prefix. `present` are the keys with data; they can be outside
    /// the table, and precede it if a prefix matches several.
    package static func resolve(_ name: String, present: [String] = []) -> Resolution {
        let known = Set(Metric.all.map(\.key)).union(present)
        if known.contains(name) { return .found(name) }
        if let metric = Metric.known(identifier: name) { return .found(metric.key) }
        let lowercased = name.lowercased()
        if let key = aliases[lowercased] { return .found(key) }
        if let key = known.filter({ $0.lowercased() == lowercased }).min() { return .found(key) }
        guard !lowercased.isEmpty else { return .unknown(closest: nil) }
        for candidates in [Set(present), known] {
            let matches = candidates.filter { $0.lowercased().hasPrefix(lowercased) }.sorted()
            if matches.count == 1 { return .found(matches[0]) }
            if matches.count > 1 { return .ambiguous(matches) }
        }
        return .unknown(closest: closest(to: lowercased, among: known))
    }

    /// The metric of an alias, independent of the stored data; nil if the name can be a metric's
    /// key.
    package static func aliased(_ name: String) -> String? { aliases[name.lowercased()] }

    /// The key nearest to a key or an alias; nil if none is near.
    package static func closest(to name: String, among keys: some Sequence<String>) -> String? {
        var keysByName = aliases
        for key in keys { keysByName[key] = key }
        return nearestName(to: name, among: keysByName.keys).flatMap { keysByName[$0] }
    }

    /// The keys of metrics by their other names, in lower case.
    package static let aliases: [String: String] = [
        "steps": "stepCount", "weight": "bodyMass", "bmi": "bodyMassIndex",
        "bodyfat": "bodyFatPercentage", "distance": "distanceWalkingRunning",
        "walking": "distanceWalkingRunning", "cycling": "distanceCycling",
        "swimming": "distanceSwimming", "flights": "flightsClimbed", "stairs": "flightsClimbed",
        "calories": "activeEnergyBurned", "energy": "activeEnergyBurned",
        "activeenergy": "activeEnergyBurned", "restingenergy": "basalEnergyBurned",
        "exercise": "appleExerciseTime", "stand": "appleStandTime",
        "standhours": "appleStandHour", "pulse": "heartRate", "hr": "heartRate",
        "bpm": "heartRate", "rhr": "restingHeartRate", "hrv": "heartRateVariabilitySDNN",
        "vo2": "vo2Max", "spo2": "oxygenSaturation", "oxygen": "oxygenSaturation",
        "breathing": "respiratoryRate", "respiration": "respiratoryRate",
        "glucose": "bloodGlucose", "systolic": "bloodPressureSystolic",
        "diastolic": "bloodPressureDiastolic", "temperature": "bodyTemperature",
        "water": "dietaryWater", "food": "dietaryEnergyConsumed",
        "protein": "dietaryProtein", "carbs": "dietaryCarbohydrates", "fat": "dietaryFatTotal",
        "fiber": "dietaryFiber", "sugar": "dietarySugar", "caffeine": "dietaryCaffeine",
        "sleep": "sleepHours", "mindfulness": "mindfulSession", "daylight": "timeInDaylight",
        "noise": "environmentalAudioExposure", "workouts": "workoutCount",
        "waist": "waistCircumference",
    ]
}
