import Charts
import CivilTime
import Randomness
import Testing

@Suite struct AxisTests {
    @Test(arguments: 0..<300 as Range<UInt64>)
    func `an axis holds its values between few round marks`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let scale = [0.01, 1, 100, 1e6][random.below(4)]
        let values = (0...random.below(6)).map { _ in Double(random.below(4001) - 1000) * scale }

        let axis = ValueAxis(values, fromZero: random.below(2) == 0)

        #expect(values.allSatisfy { (-1e-9...1 + 1e-9).contains(axis.fraction($0)) })
        #expect((2...7).contains(axis.marks.count), "\(axis.marks)")
        let isOnGrid = axis.marks.allSatisfy {
            abs($0 / axis.step - ($0 / axis.step).rounded()) < 1e-6
        }
        #expect(isOnGrid)
    }

    @Test(arguments: [
        ([80.0, 82], false, 80.0), ([10, 100], false, 0), ([3], true, 0), ([], true, 0),
    ])
    func `bars stand on zero, lines when that leaves no half empty`(
        values: [Double], fromZero: Bool, low: Double
    ) {
        #expect(ValueAxis(values, fromZero: fromZero).low == low)
    }

    @Test(arguments: [
        [-.greatestFiniteMagnitude, .greatestFiniteMagnitude], [.infinity], [.nan, 1],
        [0, .leastNonzeroMagnitude], [.leastNonzeroMagnitude], [1e15, (1e15).nextUp], [0, 1e200],
        [-1e-200],
    ])
    func `numbers at the limits of a number have few marks too`(values: [Double]) {
        for fromZero in [false, true] {
            let axis = ValueAxis(values, fromZero: fromZero)

            #expect(axis.low < axis.high)
            #expect((2...7).contains(axis.marks.count), "\(axis.marks)")
        }
    }

    @Test(arguments: [
        (Interval.day, "Jan 5"), (.week, "Jan 5"), (.month, "Jan 2026"), (.quarter, "Q1 2026"),
        (.half, "Jan 2026"), (.year, "2026"),
    ])
    func `each interval names its days in its own way`(interval: Interval, label: String) throws {
        let day = try #require(CivilDate(2026, 1, 5))

        #expect(DayAxis.label(day, interval) == label)
    }

    @Test func `even marks within a limit are the most at equal distances`() {
        for total in 1...200 {
            for limit in 1...8 {
                let marks = DayAxis.evenIndices(atMost: limit, over: total)

                #expect(marks.last == total - 1)
                #expect((1...limit).contains(marks.count))
                let gaps = Set(zip(marks, marks.dropFirst()).map { $1 - $0 })
                #expect(gaps.count <= 1)
                if let gap = gaps.first, gap > 1 { #expect((total - 1) / (gap - 1) + 1 > limit) }
            }
        }
    }

    @Test func `even marks end on the last and are all as far apart`() {
        for total in 1...200 {
            for wanted in 1...8 {
                let marks = DayAxis.evenIndices(wanted, over: total)

                #expect(marks.last == total - 1)
                #expect(Set(zip(marks, marks.dropFirst()).map { $1 - $0 }).count <= 1)
                #expect(marks.count <= 2 * wanted, "\(wanted) of \(total)")
                #expect(2 * marks.count >= min(wanted, total), "\(wanted) of \(total)")
                if total <= wanted { #expect(marks == Array(0..<total)) }
            }
        }
    }

    @Test func `labels that would touch are left out`() {
        let labels = (0..<50).map { (middle: Double($0) * 7, width: 20.0) }

        let accepted = DayAxis.nonOverlapping(labels, gap: 4)

        #expect(accepted.first == 0)
        let distances = zip(accepted, accepted.dropFirst()).map { Double($1 - $0) * 7 }
        #expect(distances.allSatisfy { (24.0..<31).contains($0) })
    }
}
