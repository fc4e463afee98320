/// The kind of a file of a Fitbit export, by its name without the day.
enum FitbitFile: Hashable {
    case steps, heartRate, restingHeartRate, distance, weight, exercise, sleep, fitness
    /// The climbed height of minutes.
    case altitude
    case profile
    /// A table of measurements.
    case table(FitbitTable)
    /// A table with the minutes in zones of the heart rate.
    case activeZoneMinutes
    /// The minutes of moderate or of high activity of days, in exports from before the minutes in zones.
    case activeMinutes(FitbitActiveMinutes.Level)
    /// A file that is not read, by its name without the day.
    case other(String)

    init(_ fileName: Substring) {
        var name = fileName.lowercased()
        for ending in [".json", ".csv"] where name.hasSuffix(ending) {
            name.removeLast(ending.count)
        }
        // `steps-2024-01-31` and `Minute SpO2 - 2024-01-31`
        while let last = name.last, last.isNumber || "-_ ".contains(last) { name.removeLast() }
        // Newer exports have tables of the names of JSON files, which repeat them.
        if fileName.lowercased().hasSuffix(".csv"), name != "profile" {
            let table = FitbitTable.tables[name].map { Self.table($0) }
            self =
                name == "active zone minutes"
                ? .activeZoneMinutes : table ?? Self.other(named: name)
            return
        }
        self =
            switch name {
            case "steps": .steps
            case "heart_rate": .heartRate
            case "resting_heart_rate": .restingHeartRate
            case "distance": .distance
            case "altitude": .altitude
            case "weight": .weight
            case "exercise": .exercise
            case "sleep": .sleep
            case "demographic_vo": .fitness
            case "demographic_vo2_max": .fitness
            case "profile": .profile
            case "moderately_active_minutes": .activeMinutes(.moderate)
            case "very_active_minutes": .activeMinutes(.high)
            default: Self.other(named: name)
            }
    }

    private static func other(named name: String) -> FitbitFile {
        .other(name.isEmpty ? "other" : String(name.prefix(64)))
    }

    /// True if another file with the same measurements is read instead.
    func isRepeated(in kinds: Set<FitbitFile>) -> Bool {
        guard case .table(let table) = self else { return false }
        return switch table.twin {
        case .weight: kinds.contains(.weight)
        case .restingHeartRate: kinds.contains(.restingHeartRate)
        case nil: false
        }
    }

    /// True for files that only an export of Fitbit has in its folder.
    var isRead: Bool {
        switch self {
        case .other, .profile: false
        default: true
        }
    }
}
