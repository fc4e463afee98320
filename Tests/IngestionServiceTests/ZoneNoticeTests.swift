import CivilTime
import Contracts
import Testing

@testable import IngestionService

struct ZoneNoticeTests {
    private let newYork = ZoneNotice([ZoneChange(from: nil, zone: "America/New_York")])

    /// Days from 2024-03-01 with one offset.
    private func days(_ count: Int, hours: Int) throws -> [CivilDate: Int] {
        let first = try #require(CivilDate(2024, 3, 1))
        return Dictionary(
            uniqueKeysWithValues: (0..<count).map { (first.advanced(by: $0), hours * 3600) })
    }

    @Test func `a file in the profile's zone has no notice across a clock change`() throws {
        let notice = try #require(newYork)
        // Daylight saving time began on 10 March.
        let offsets = try days(20, hours: -4).merging(days(9, hours: -5)) { $1 }

        #expect(notice.text(offsets: offsets, names: ["Asia/Tokyo": 9]) == nil)
    }

    @Test func `a notice is given if most days are in another zone`() throws {
        let notice = try #require(newYork)
        let home = try days(9, hours: -5)
        let away = { try days($0, hours: 9).filter { !home.keys.contains($0.key) } }

        #expect(notice.text(offsets: try home.merging(away(18)) { $1 }, names: [:]) == nil)
        #expect(notice.text(offsets: try home.merging(away(19)) { $1 }, names: [:]) != nil)
    }

    @Test func `the notice names the zone that fits and the command to set it`() throws {
        let notice = try #require(newYork)

        let text = notice.text(
            offsets: try days(10, hours: 9), names: ["Europe/Rome": 50, "Asia/Tokyo": 7, "x": 99])

        #expect(
            text?.hasPrefix("On all 10 days of the file its times are those of Asia/Tokyo") == true)
        #expect(text?.hasSuffix("dayline profile zone Asia/Tokyo") == true)
    }

    @Test(arguments: [
        (1, 0, "On the only day of the file"), (3, 1, "On 3 of the 4 days of the file"),
    ])
    func `the notice counts the days that differ`(
        differing: Int, equal: Int, expected: String
    ) throws {
        let notice = try #require(newYork)
        let offsets = try days(differing + equal, hours: 9).merging(days(equal, hours: -5)) { $1 }

        #expect(notice.text(offsets: offsets, names: [:])?.hasPrefix(expected) == true)
    }

    @Test(arguments: [
        (-4, -5, "America/New_York"), (2, 1, "Europe/Berlin"), (1, 0, "Europe/London"),
        (-7, -8, "America/Los_Angeles"), (9, 9, "Asia/Tokyo"),
    ])
    func `the notice of a file without zone names has the zone whose offsets fit`(
        summer: Int, winter: Int, zone: String
    ) throws {
        let profile = try #require(ZoneNotice([ZoneChange(from: nil, zone: "Asia/Kolkata")]))
        let first = try #require(CivilDate(2024, 1, 1))
        // July has the offset of summer, January that of winter.
        let offsets = Dictionary(
            uniqueKeysWithValues: (0..<31).flatMap { day in
                [
                    (first.advanced(by: day), winter * 3600),
                    (first.advanced(by: 182 + day), summer * 3600),
                ]
            })

        let text = profile.text(offsets: offsets, names: [:])

        #expect(text?.hasSuffix("dayline profile zone \(zone)") == true)
    }

    @Test func `offsets of no zone are reported without a placeholder`() throws {
        let notice = try #require(newYork)
        let first = try #require(CivilDate(2024, 3, 1))
        let offsets = Dictionary(
            uniqueKeysWithValues: (0..<9).map { (first.advanced(by: $0), 1234 * ($0 + 1)) })

        let text = notice.text(offsets: offsets, names: [:])

        #expect(text?.hasPrefix("On all 9 days of the file its times") == true)
        #expect(text?.contains("ZONE") == false)
    }

    @Test func `there is no notice without zones or offsets`() throws {
        #expect(ZoneNotice([]) == nil)
        #expect(try #require(newYork).text(offsets: [:], names: [:]) == nil)
    }
}
