import Contracts
import RPC
import StorageCore
import Testing

@Suite struct CohortGroupsTests {
    private func shown(
        _ groups: [(String?, people: Int, exclusive: Int)], by grouping: Cohorts.Grouping
    ) throws -> (names: [String?], hasHidden: Bool) {
        let query = try CohortQuery(
            Cohorts.QueryRequest(metric: "stepCount", by: grouping))
        let response = query.response(
            groups.map { name, people, exclusive in
                CohortRow(
                    group: Cohorts.Group(
                        group: name, people: people, days: 1, mean: 1, spread: 1, p5: 1, p25: 1,
                        p50: 1, p75: 1, p95: 1), exclusivePeople: exclusive)
            })
        return (response.groups.map(\.group), response.hasHidden)
    }

    @Test func `groups of 20 people are shown, and of 19 are not`() throws {
        let all = try shown([("b", 20, 20), ("a", 30, 30)], by: .group)
        let some = try shown([("b", 19, 19), ("a", 30, 30), (nil, 50, 50)], by: .group)

        #expect(all.names == ["a", "b"] && !all.hasHidden)
        #expect(some.names == [nil] && some.hasHidden)
    }

    /// The figures of the groups that are left out are those of all people less those of the others.
    @Test func `groups that are left out have at least 20 people together`() throws {
        let one = try shown([("a", 1, 1), ("b", 21, 21), ("c", 90, 90)], by: .sex)
        let enough = try shown([("a", 9, 9), ("b", 11, 11), ("c", 90, 90)], by: .sex)
        let few = try shown([("a", 1, 1), ("b", 2, 2)], by: .sex)

        #expect(one.names == ["c"])
        #expect(enough.names == ["c"])
        #expect(few.names == [] && few.hasHidden)
    }

    @Test func `people of several bands of ages do not count as left out`() throws {
        let bands = try shown(
            [("20", 15, 5), ("30", 18, 8), ("40", 40, 30), ("100", 60, 60)], by: .age)

        #expect(bands.names == ["100-109"])
    }

    @Test func `a month with few people leaves out no other month`() throws {
        let months = try shown([("24302", 20, 0), ("24301", 90, 0), ("24300", 3, 0)], by: .month)

        #expect(months.names == ["2025-02", "2025-03"] && months.hasHidden)
    }
}
