import JSON

/// The members that describe a workout, without its lists, as they stand in the file.
struct WorkoutMembers {
    private var bytes = Self.empty
    private var isOverlong = false

    private static let empty = Array("{".utf8)
    private static let limit = 1 << 20

    /// Keys of quantities `{qty, units}` and the metrics of their sums.
    static let sums: [(key: String, metric: String)] = [
        ("activeEnergyBurned", "activeEnergyBurned"), ("activeEnergy", "activeEnergyBurned"),
        ("stepCount", "stepCount"), ("flightsClimbed", "flightsClimbed"),
        ("swimmingStrokeCount", "swimmingStrokeCount"),
    ]

    /// The names of the members; those of quantities have a dot.
    static let names: Set<String> =
        Set(["id", "name", "start", "end", "duration", "source", "location"])
        .union(quantities.flatMap { ["\($0).qty", "\($0).units"] })
        .union(["elevation.ascent", "elevation.descent", "elevation.units"])

    private static let quantities =
        sums.map(\.key) + [
            "distance", "elevationUp", "elevationDown", "avgHeartRate", "maxHeartRate",
        ]

    /// Adds a member by its name and the JSON of its value.
    mutating func add(_ name: String, _ value: UnsafeRawBufferPointer) {
        guard bytes.count + name.utf8.count + value.count + 4 <= Self.limit else {
            isOverlong = true
            return
        }
        if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
        bytes.append(UInt8(ascii: "\""))
        bytes.append(contentsOf: name.utf8)
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
        bytes.append(contentsOf: value)
    }

    /// Calls `body` with the members and their JSON, and removes them; nil for the members if a value is not
    /// valid, or if all together are longer than 1 MiB.
    mutating func read<Result>(
        _ body: (JSONRecord?, UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result {
        bytes.append(UInt8(ascii: "}"))
        defer { (bytes, isOverlong) = (Self.empty, false) }
        return try bytes.withUnsafeBytes { try body(isOverlong ? nil : JSONRecord($0), $0) }
    }
}
