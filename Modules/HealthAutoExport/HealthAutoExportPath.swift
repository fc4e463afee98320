import JSON

/// The meaning of a value by its path in a file.
enum HealthAutoExportPath: Hashable {
    case metricName(Int)
    case metricUnits(Int)
    case point(Int)
    case workout(Int)
    /// A member of a workout that describes it, such as `start`, or a member of a quantity of it, such as
    /// `distance.qty`.
    case workoutMember(Int, String)
    case heartRate(Int)
    case position(Int)
    /// An element of another list of a workout, such as `stepCount`.
    case workoutElement(String)
    case symptom
    /// An element of another list, such as `medications`.
    case other(String)

    init?(_ path: [JSONElementScanner.Step]) {
        // Lists are in `data`; some versions also have them at the top.
        let first = path.first == .key("data") ? 1 : 0
        let rest = path.dropFirst(first + 2)
        guard path.count >= first + 2, case .key(let list) = path[first],
            case .index(let index) = path[first + 1]
        else { return nil }
        switch list {
        case "metrics": self.init(metric: index, rest)
        case "workouts": self.init(workout: index, rest)
        default:
            guard rest.isEmpty else { return nil }
            self = list == SymptomPoint.list ? .symptom : .other(list)
        }
    }

    private init?(metric: Int, _ rest: ArraySlice<JSONElementScanner.Step>) {
        guard let key = rest.first else { return nil }
        switch (key, rest.count) {
        case (.key("name"), 1): self = .metricName(metric)
        case (.key("units"), 1): self = .metricUnits(metric)
        case (.key("data"), 2): self = .point(metric)
        default: return nil
        }
    }

    private init?(workout: Int, _ rest: ArraySlice<JSONElementScanner.Step>) {
        guard case .key(let key)? = rest.first else {
            guard rest.isEmpty else { return nil }
            self = .workout(workout)
            return
        }
        if rest.count == 1 {
            guard WorkoutMembers.names.contains(key) else { return nil }
            self = .workoutMember(workout, key)
        } else if rest.count == 2, case .key(let member)? = rest.last {
            let name = "\(key).\(member)"
            guard WorkoutMembers.names.contains(name) else { return nil }
            self = .workoutMember(workout, name)
        } else if rest.count == 2 {
            self =
                switch key {
                case "heartRateData": .heartRate(workout)
                case "route": .position(workout)
                default: .workoutElement(key)
                }
        } else {
            return nil
        }
    }

    /// The form in which a value is read: workouts member by member, elements of other lists without their
    /// bytes, and the others as a whole.
    static func choice(_ path: [JSONElementScanner.Step]) -> JSONElementScanner.Choice {
        switch HealthAutoExportPath(path) {
        case nil: .skip
        case .workout, .other: .members
        default: .whole
        }
    }
}
