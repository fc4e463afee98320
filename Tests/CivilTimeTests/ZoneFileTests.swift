import Randomness
import Testing

@testable import CivilTime

struct ZoneFileTests {
    @Test func `the rule takes over at the last transition`() throws {
        var file = ZoneBytes()
        file.transitions = [1_000_000, 2_000_000]
        file.types = [1, 0]
        file.offsets = [0, 3600]
        file.footer = "<+02>-2"

        let zone = try Zone(name: "Made", tzif: file.bytes)

        #expect(zone.offset(atSeconds: .min) == 0)
        #expect(zone.offset(atSeconds: 1_000_000) == 3600)
        #expect(zone.offset(atSeconds: 1_999_999) == 3600)
        #expect(zone.offset(atSeconds: 2_000_000) == 7200)
    }

    @Test func `without a rule the last offset stays`() throws {
        var file = ZoneBytes()
        file.transitions = [1_000_000]
        file.types = [1]
        file.offsets = [0, 3600]
        file.footer = ""

        #expect(try Zone(name: "Made", tzif: file.bytes).offset(atSeconds: .max) == 3600)
    }

    private static let damages: [(String, ZoneError, @Sendable (inout ZoneBytes) -> Void)] = [
        ("unknown version", .notTZif, { $0.version = 1 }),
        ("leap seconds", .truncated, { $0.leapCount = 9 }),
        ("no types", .inconsistent, { $0.offsets = [] }),
        (
            "type out of range", .inconsistent,
            {
                $0.transitions = [1]; $0.types = [4]
            }
        ),
        (
            "same time twice", .unordered,
            {
                $0.transitions = [5, 5]; $0.types = [0, 0]
            }
        ),
        (
            "falling times", .unordered,
            {
                $0.transitions = [5, 4]; $0.types = [0, 0]
            }
        ),
        ("27 hours", .offsetOutOfRange, { $0.offsets = [27 * 3600] }),
        ("least number", .offsetOutOfRange, { $0.offsets = [.min] }),
        ("bad rule", .badRule("?"), { $0.footer = "?" }),
    ]

    @Test(arguments: damages.indices)
    func `contradictory bytes are an error`(index: Int) {
        let (_, error, damage) = Self.damages[index]
        var file = ZoneBytes()
        damage(&file)

        #expect(throws: error) { try Zone(name: "Made", tzif: file.bytes) }
    }

    @Test func `bytes cut anywhere are an error`() {
        var file = ZoneBytes()
        file.transitions = [1, 2, 3]
        file.types = [0, 0, 0]
        let bytes = file.bytes

        for count in bytes.indices {
            #expect(throws: ZoneError.self) {
                try Zone(name: "Made", tzif: Array(bytes.prefix(count)))
            }
        }
    }

    @Test(arguments: 0..<40)
    func `random damage never crashes`(seed: UInt64) {
        var file = ZoneBytes()
        file.transitions = [-9_000_000, 2, 3, 1 << 40]
        file.types = [0, 1, 0, 1]
        file.offsets = [-7200, 3600]
        file.footer = "EST5EDT,M3.2.0,M11.1.0"
        let bytes = file.bytes
        var random = SplitMix64(seed: seed)

        for _ in 0..<500 {
            var damaged = bytes
            for _ in 0...random.next() % 4 {
                let index = Int(random.next() % UInt64(bytes.count))
                damaged[index] = UInt8(truncatingIfNeeded: random.next())
            }
            guard let zone = try? Zone(name: "Damaged", tzif: damaged) else { continue }
            let instant = Int64(bitPattern: random.next())
            let date = zone.civilDate(at: instant)
            #expect(zone.startOfDay(date) <= zone.startOfDay(date.advanced(by: 1)))
            #expect(zone.pieces(of: date).allSatisfy { zone.civilDate(at: $0.lowerBound) == date })
        }
    }
}
