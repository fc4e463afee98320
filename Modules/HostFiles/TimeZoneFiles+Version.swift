import CivilTime
package import RPC

extension TimeZoneFiles {
    /// The release of the files, and the hash of their rules.
    ///
    /// Reads every file, which takes some milliseconds. The hash has the offsets from 1970 to 2099: earlier
    /// ones differ between builds of one release.
    package func version() -> ZoneDataVersion {
        var hash = ZoneHash()
        for name in names() {
            guard let bytes = try? bytes(of: name), let zone = try? Zone(name: name, tzif: bytes)
            else { continue }
            hash.combine(zone)
        }
        return ZoneDataVersion(release: release, hash: hash.text)
    }

    /// The release according to the source file beside the zones; nil without one.
    private var release: String? {
        guard let bytes = try? Files.read("\(folder)/tzdata.zi", limit: Self.sourceLimit) else {
            return nil
        }
        let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
        let text = String(decoding: line, as: UTF8.self)
        guard text.hasPrefix(Self.releaseMark) else { return nil }
        let release = text.dropFirst(Self.releaseMark.count)
        return ZoneDataVersion.isRelease(release) ? String(release) : nil
    }

    private static let releaseMark = "# version "
    /// The source of all zones has some 110 KiB.
    private static let sourceLimit = 1 << 20
}

/// The 64-bit FNV-1a of names and changes of offsets.
private struct ZoneHash {
    private var state: UInt64 = 0xcbf2_9ce4_8422_2325

    /// 1970-01-01 and 2100-01-01 in seconds since 1970 UTC.
    private static let instants: Range<Int64> = 0..<4_102_444_800

    mutating func combine(_ zone: Zone) {
        for byte in zone.name.utf8 { combine(byte) }
        var offset: Int?
        var instant = Self.instants.lowerBound
        while instant < Self.instants.upperBound {
            let segment = zone.segment(atSeconds: instant)
            // Files may list instants at which nothing changes.
            if segment.offset != offset {
                combine(instant)
                combine(Int64(segment.offset))
                offset = segment.offset
            }
            guard segment.end > instant else { break }
            instant = segment.end
        }
    }

    private mutating func combine(_ number: Int64) {
        for shift in stride(from: 0, to: 64, by: 8) {
            combine(UInt8(truncatingIfNeeded: number >> Int64(shift)))
        }
    }

    private mutating func combine(_ byte: UInt8) {
        state = (state ^ UInt64(byte)) &* 0x100_0000_01b3
    }

    var text: String { String(state, radix: 16) }
}
