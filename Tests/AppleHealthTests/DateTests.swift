import Testing

@testable import AppleHealth

struct DateTests {
    @Test(arguments: [
        ("2026-01-05 08:00:00 +0100", morning), ("1970-01-01 00:00:00 +0000", 0),
        ("1969-12-31 23:59:59 -0000", -1000), ("2024-02-29 12:00:00 +0530", 1_709_188_200_000),
        ("2000-02-29 23:59:59 -0330", 951_881_399_000),
        ("2026-06-30 00:00:00 +1245", 1_782_731_700_000),
        ("2023-02-29 12:00:00 +0000", nil), ("1900-02-29 12:00:00 +0000", nil),
        ("2026-02-30 12:00:00 +0000", nil), ("2026-13-01 12:00:00 +0000", nil),
        ("2026-00-10 12:00:00 +0000", nil), ("2026-01-00 12:00:00 +0000", nil),
        ("0000-01-01 00:00:00 +0000", nil), ("0001-01-01 00:00:00 +0000", nil),
        ("4001-01-01 00:00:00 +0000", nil), ("2026-01-05 24:00:00 +0000", nil),
        ("2026-01-05 23:60:00 +0000", nil), ("2026-01-05 23:59:60 +0000", nil),
        ("2026-01-05 08:00:00 +1559", morning - 53_940_000),
        ("2026-01-05 08:00:00 +1600", nil), ("2026-01-05 08:00:00 +0160", nil),
        ("2026-01-05 08:00:00 +9900", nil),
        ("2026-01-05 08:00:00 *0100", nil), ("2026-01-05 08:00:00 +01:0", nil),
        ("2026-01-05T08:00:00 +0100", nil), ("2026/01/05 08:00:00 +0100", nil),
        ("2026-01-05 08:00:0: +0100", nil), ("2026-01-05 08.00.00 +0100", nil),
        ("2026-01-05 08:00:00", nil), ("", nil), ("2026-01-05 08:00:00 +0100 ", nil),
        ("２026-01-05 08:00:00 +01", nil),
        (String(repeating: "\0", count: 10) + " 08:00:00 +0100", nil),
        ("2026-01-05 08:00:00" + String(repeating: "\0", count: 6), nil),
    ])
    func `a date is an instant or is rejected`(text: String, expected: Int64?) throws {
        let scan = try Scan(body: record(start: text, end: "2199-01-01 00:00:00 +0000"))

        #expect(scan.samples.first?.start == expected)
        #expect(scan.quarantined.count == (expected == nil ? 1 : 0))
    }

    @Test func `every day from 1900 to 2199 is read`() {
        var dates = ExportDates()
        var expected = dates.instant("1900-01-01 00:00:00 +0000") ?? 0
        #expect(expected == -2_208_988_800_000)

        for year in 1900...2199 {
            for month in 1...12 {
                let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
                let length = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][
                    month - 1]
                for day in 1...length {
                    let text = "\(year)-\(pad(month))-\(pad(day)) 00:00:00 +0000"
                    if dates.instant(text) != expected { Issue.record("\(text)") }
                    expected += 86_400_000
                }
            }
        }
    }

    @Test func `every second of a day is read`() {
        var dates = ExportDates()

        for second in 0..<86_400 {
            let time = "\(pad(second / 3600)):\(pad(second / 60 % 60)):\(pad(second % 60))"
            let instant = dates.instant("1970-01-01 \(time) +0000")
            if instant != Int64(second) * 1000 { Issue.record("\(time)") }
        }
    }

    @Test func `a cached date does not affect a different one`() {
        var dates = ExportDates()

        #expect(dates.instant("2026-01-05 08:00:00 +0100") == morning)
        #expect(dates.instant("2026-02-30 08:00:00 +0100") == nil)
        #expect(dates.instant("2026-01-05 08:00:00 +0200") == morning - 3_600_000)
        #expect(dates.instant("2026-01-05 08:00:00 ?0200") == nil)
        #expect(dates.instant("2026-01-05 08:00:00 +0100") == morning)
    }

    private func pad(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

extension ExportDates {
    mutating func instant(_ text: String) -> Int64? {
        Array(text.utf8).withUnsafeBufferPointer { bytes in
            bytes.baseAddress.flatMap { instant(ByteSlice($0, bytes.count)) }
        }
    }
}
