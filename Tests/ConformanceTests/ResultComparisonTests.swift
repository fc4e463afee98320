import Conformance
import Testing
import TrackerDocuments

@Suite struct ResultComparisonTests {
    @Test(arguments: [
        (1.0, 1.0000005, true), (1.0, 1.00001, false), (0.0, 1e-10, true), (0.0, 1e-8, false),
        (1e9, 1e9 + 500, true),
    ])
    func `numbers are compared by their size`(wanted: Double, got: Double, isEqual: Bool) {
        #expect(JSONValue(got).satisfies(JSONValue(wanted)) == isEqual)
    }

    @Test func `a stated tolerance holds for every number, and is no result`() {
        let wanted: JSONValue = .object(["x": .integer(10), "tolerance": .number(0.5)])

        #expect(JSONValue.object(["x": .number(10.4)]).satisfies(wanted))
        #expect(!JSONValue.object(["x": .number(10.6)]).satisfies(wanted))
    }

    @Test func `further keys are welcome, missing ones and null are not`() {
        let wanted: JSONValue = .object(["x": .integer(1), "y": .null])

        #expect(
            JSONValue.object(["x": .integer(1), "y": .null, "z": .bool(true)]).satisfies(wanted))
        #expect(!JSONValue.object(["x": .integer(1)]).satisfies(wanted))
        #expect(!JSONValue.object(["x": .integer(1), "y": .integer(0)]).satisfies(wanted))
        #expect(!JSONValue.array([.integer(1)]).satisfies(.array([.integer(1), .integer(2)])))
    }
}
