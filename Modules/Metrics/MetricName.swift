/// Finding a metric by what a person types.
package enum MetricName {
    /// What a name may mean.
    package enum Resolution: Hashable, Sendable {
        case found(String)
        /// Several begin with it, sorted.
        case ambiguous([String])
        /// None does; the closest one may have been meant.
        case unknown(closest: String?)
    }

    /// The metric meant by a key, an alias or a HealthKit identifier: exactly, then by alias, then
    /// without case, then by unique prefix. `present` are the keys with data; they may lie outside
    /// the table, and come before it where a prefix fits several.
    package static func resolve(_ name: String, present: [String] = []) -> Resolution {
        let known = Set(Metric.all.map(\.key)).union(present)
        if known.contains(name) { return .found(name) }
        if let metric = Metric.known(identifier: name) { return .found(metric.key) }
        let lowered = name.lowercased()
        if let key = aliases[lowered] { return .found(key) }
        if let key = known.filter({ $0.lowercased() == lowered }).min() { return .found(key) }
        guard !lowered.isEmpty else { return .unknown(closest: nil) }
        for candidates in [Set(present), known] {
            let matches = candidates.filter { $0.lowercased().hasPrefix(lowered) }.sorted()
            if matches.count == 1 { return .found(matches[0]) }
            if matches.count > 1 { return .ambiguous(matches) }
        }
        return .unknown(closest: closest(to: lowered, among: known))
    }

    /// The key or alias within two edits (three for long names), the nearest first, then the first
    /// by alphabet; nil when none is that near.
    package static func closest(to name: String, among keys: some Sequence<String>) -> String? {
        let lowered = Array(name.lowercased().utf8)
        let limit = lowered.count > 8 ? 3 : lowered.count > 3 ? 2 : 1
        var best: (distance: Int, key: String)?
        let spellings = keys.map { ($0.lowercased(), $0) } + aliases.map { ($0.key, $0.value) }
        for (spelling, key) in spellings {
            let distance = editDistance(lowered, Array(spelling.utf8))
            guard distance <= limit else { continue }
            if let found = best, (found.distance, found.key) <= (distance, key) { continue }
            best = (distance, key)
        }
        return best?.key
    }

    /// Levenshtein's distance in bytes.
    private static func editDistance(_ a: [UInt8], _ b: [UInt8]) -> Int {
        var row = Array(0...b.count)
        for i in a.indices {
            var diagonal = row[0]
            row[0] = i + 1
            for j in b.indices {
                let substituted = diagonal + (a[i] == b[j] ? 0 : 1)
                diagonal = row[j + 1]
                row[j + 1] = min(substituted, row[j] + 1, row[j + 1] + 1)
            }
        }
        return row[b.count]
    }

    private static let aliases: [String: String] = [
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
