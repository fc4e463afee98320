import CivilTime
import Foundation

/// A small seeded generator, so that a failure can be run again.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// A zone of this machine, or nil where it has none.
func systemZone(_ name: String) throws -> Zone? {
    guard let data = FileManager.default.contents(atPath: "/usr/share/zoneinfo/\(name)")
    else { return nil }
    return try Zone(name: name, tzif: [UInt8](data))
}

/// Milliseconds since 1970 of a time in UTC.
func utc(_ text: String) -> Int64 {
    guard let time = LocalTime(text) else { preconditionFailure("\(text) is no time") }
    return (Int64(time.date.days) * secondsPerDay + Int64(time.secondOfDay)) * 1000
}

func day(_ text: String) -> CivilDate {
    guard let date = CivilDate(text) else { preconditionFailure("\(text) is no day") }
    return date
}
