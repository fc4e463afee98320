import Foundation
import Testing

@testable import CivilTime

/// Generated time zone bytes, valid unless a parameter changes them.
struct ZoneBytes {
    var transitions: [Int64] = []
    /// For each transition.
    var types: [UInt8] = []
    var offsets: [Int32] = [0]
    var footer = "UTC0"
    var version = UInt8(ascii: "2")
    var leapCount: UInt32 = 0

    var bytes: [UInt8] {
        var empty = ZoneBytes()
        empty.version = version
        let legacy = empty.header(count: 1) + big(Int32(0)) + [0, 0] + Array("UTC\0".utf8)
        var body = transitions.flatMap(big) + types
        for offset in offsets { body += big(offset) + [0, 0] }
        body += Array("UTC\0".utf8)
        return legacy + header(count: offsets.count) + body + Array("\n\(footer)\n".utf8)
    }

    private func header(count: Int) -> [UInt8] {
        Array("TZif".utf8) + [version] + [UInt8](repeating: 0, count: 15) + big(UInt32(0))
            + big(UInt32(0)) + big(leapCount) + big(UInt32(transitions.count)) + big(UInt32(count))
            + big(UInt32(4))
    }

    private func big(_ number: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }
}

/// A zone of this machine; nil if it is not installed.
func systemZone(_ name: String) throws -> Zone? {
    guard let data = FileManager.default.contents(atPath: "/usr/share/zoneinfo/\(name)")
    else { return nil }
    return try Zone(name: name, tzif: [UInt8](data))
}
