import CivilTime
import Foundation

/// A zone of this machine; nil if it is not installed.
func systemZone(_ name: String) throws -> Zone? {
    guard let data = FileManager.default.contents(atPath: "/usr/share/zoneinfo/\(name)")
    else { return nil }
    return try Zone(name: name, tzif: [UInt8](data))
}

/// Milliseconds since 1970 of a time in UTC.
func utc(_ text: String) -> Int64 {
    guard let time = LocalTime(text) else { preconditionFailure("\(text) is not a time") }
    return (Int64(time.date.days) * secondsPerDay + Int64(time.secondOfDay)) * 1000
}

func day(_ text: String) -> CivilDate {
    guard let date = CivilDate(text) else { preconditionFailure("\(text) is not a day") }
    return date
}
