import Conformance
import JSON
import Testing

@Suite struct ResultComparisonTests {
    @Test(arguments: [
        (1.0, 1.0000005, true), (1.0, 1.00001, false), (0.0, 1e-10, true), (0.0, 1e-8, false),
        (1e9, 1e9 + 500, true),
    ])
    func `numbers are compared with a relative tolerance`(
        expected: Double, actual: Double, isEqual: Bool
    ) {
        #expect(JSONValue(actual).satisfies(JSONValue(expected)) == isEqual)
    }

    @Test func `a stated tolerance applies to every number and is not a result`() {
        let expected: JSONValue = .object(["x": .integer(10), "tolerance": .number(0.5)])

        #expect(JSONValue.object(["x": .number(10.4)]).satisfies(expected))
        #expect(!JSONValue.object(["x": .number(10.6)]).satisfies(expected))
    }

    @Test func `additional keys are accepted, missing and null keys are not`() {
        let expected: JSONValue = .object(["x": .integer(1), "y": .null])

        #expect(
            JSONValue.object(["x": .integer(1), "y": .null, "z": .bool(true)]).satisfies(expected))
        #expect(!JSONValue.object(["x": .integer(1)]).satisfies(expected))
        #expect(!JSONValue.object(["x": .integer(1), "y": .integer(0)]).satisfies(expected))
        #expect(!JSONValue.array([.integer(1)]).satisfies(.array([.integer(1), .integer(2)])))
    }
}
