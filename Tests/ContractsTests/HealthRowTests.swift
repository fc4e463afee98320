import Contracts
import Testing

@Suite struct HealthRowTests {
    private static func summary(
        _ values: [String: Double], goals: [String: Double] = [:], unit: String = "kcal",
        exported: Int64? = nil
    ) -> ActivitySummary {
        ActivitySummary(
            day: "2026-01-05", values: values, goals: goals, unit: unit, exported: exported)
    }

    private static let rows = [
        summary(["energy": 1]), summary(["energy": 2]), summary(["energy": 2], unit: "kJ"),
        summary(["energy": 3], exported: 5), summary(["energy": 0], exported: 6),
        summary(["energy": 1, "stand": 3]), summary(["stand": 3]),
        summary(["energy": 2], goals: ["energy": 9]), summary([:]),
    ]

    @Test func `of two rows that differ exactly one takes the place of the other`() {
        for (place, one) in Self.rows.enumerated() {
            for (otherPlace, other) in Self.rows.enumerated() {
                let both = [one.supersedes(other), other.supersedes(one)]
                #expect(both.count { $0 } == (place == otherPlace ? 0 : 1), "\(one) \(other)")
            }
        }
    }

    @Test func `the same row wins in any order of arrival`() {
        func winner(_ rows: [ActivitySummary]) -> ActivitySummary? {
            rows.reduce(nil) { newest, row in
                newest.map { row.supersedes($0) ? row : $0 } ?? row
            }
        }
        for one in Self.rows {
            for two in Self.rows {
                for three in Self.rows {
                    let orders = [
                        [one, two, three], [one, three, two], [two, one, three],
                        [two, three, one], [three, one, two], [three, two, one],
                    ]
                    #expect(Set(orders.map(winner)).count == 1, "\(one) \(two) \(three)")
                }
            }
        }
    }

    @Test(arguments: [(1e-7, false), (1e-5, true)])
    func `values that differ in their last digits are equal`(part: Double, isOther: Bool) {
        let old = Self.summary(["energy": 500], exported: 1)
        let new = Self.summary(["energy": 500 * (1 + part)], exported: 2)

        #expect(new.supersedes(old) == isOther)
    }

    private func pressure(
        _ values: [Double], start: Int64 = 5, metadata: [String: String] = [:]
    ) -> Correlation {
        Correlation(
            type: "BloodPressure", source: "Cuff", sourceKey: "cuff", start: start, end: start,
            members: values.enumerated().map { place, value in
                .init(metric: "m\(place)", start: start, end: start, value: value)
            }, metadata: metadata)
    }

    @Test func `a digest depends on the members but not on their order`() {
        let known = pressure([120, 80])
        var turned = known
        turned.members.reverse()
        let others = [
            pressure([121, 80]), pressure([120]), pressure([120, 80], start: 6),
            pressure([80, 120]),
            pressure([120, 80], metadata: ["HKFoodType": "Apple"]),
        ]

        #expect(turned.membersDigest == known.membersDigest)
        #expect(pressure([120.000_01, 80]).membersDigest == known.membersDigest)
        #expect(known.membersDigest.count == 16)
        #expect(Set(others.map(\.membersDigest) + [known.membersDigest]).count == 6)
    }
}
