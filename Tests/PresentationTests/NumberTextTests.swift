import Testing

@testable import Presentation

@Suite struct NumberTextTests {
    @Test(
        arguments: [
            (0, "0"), (1.5, "1.5"), (1.005, "1"), (99.999, "100"), (123.45, "123.5"),
            (999.96, "1,000"), (1000.5, "1,001"), (-1234.5, "-1,235"), (-0.001, "-0.001"),
            (0.025, "0.025"),
            (0.012_34, "0.012"), (1e-20, "0"),
            (1_234_567, "1,234,567"), (1e16, "1e+16"), (.infinity, "inf"), (-1e300, "-1e+300"),
        ] as [(Double, String)])
    func `a number from 100 has one decimal, from 1000 none, a smaller one at least two digits`(
        value: Double, text: String
    ) {
        #expect(NumberText.short(value) == text)
    }

    @Test(
        arguments: [
            (0.025, "0.025"), (0.1255, "0.1255"), (0.000_001, "0.000001"), (80.55, "80.55"),
            (200.25, "200.25"), (1_234_567, "1,234,567"), (12_345.678, "12,345.678"), (-2, "-2"),
            (123_456.78, "123,456.78"), (99_999.95, "99,999.95"), (0.1 + 0.2, "0.3"), (0, "0"),
            (80 / 0.453_592_37, "176.37"), (1e5 / 3, "33,333.33"), (.infinity, "inf"),
            (1e300, "1e+300"), (0.000_000_000_001, "0.000000000001"),
        ] as [(Double, String)])
    func `an entered number is not rounded`(value: Double, text: String) {
        #expect(NumberText.entered(value) == text)
    }

    @Test(arguments: [(0, "0"), (999, "999"), (1000, "1,000"), (-1_234_567, "-1,234,567")])
    func `a count has thousands separators`(value: Int, text: String) {
        #expect(NumberText.count(value) == text)
    }

    @Test(arguments: [(0, "0 boxes"), (1, "1 box"), (2, "2 boxes"), (1000, "1,000 boxes")])
    func `a count of one has the singular`(count: Int, text: String) {
        #expect(NumberText.count(count, "box", "boxes") == text)
    }

    @Test(arguments: [(0, "0 %"), (0.005, "1 %"), (0.334, "33 %"), (1, "100 %"), (12.5, "1,250 %")])
    func `a share is rounded to percent`(value: Double, text: String) {
        #expect(NumberText.share(value) == text)
    }

    @Test(arguments: [(0, "0 %"), (12.34, "+12.3 %"), (-5, "-5 %"), (100, "+100 %")])
    func `a change in percent has its sign`(value: Double, text: String) {
        #expect(NumberText.percent(value) == text)
    }

    @Test(
        arguments: [
            (0, "0 B"), (999, "999 B"), (1000, "1 KB"), (1_550_000, "1.6 MB"),
            (.max, "9,223,372 TB"),
        ] as [(Int64, String)])
    func `bytes have the largest unit with a value of at least one`(
        count: Int64, text: String
    ) {
        #expect(NumberText.bytes(count) == text)
    }

    @Test(
        arguments: [
            (0, "0 s"), (0.000_25, "250 µs"), (0.25, "250 ms"), (1, "1 s"), (119.96, "120 s"),
            (120, "2 min"),
            (7200, "120 min"),
        ] as [(Double, String)])
    func `a duration has the unit of its magnitude`(seconds: Double, text: String) {
        #expect(NumberText.seconds(seconds) == text)
    }
}
