import NaturalInput
import Testing

/// Sets of training as typed.
@Suite struct SetExpressionTests {
    @Test(
        arguments: [
            ("5x100kg", [5], [(100, "kg")]), ("5 x 100 kg", [5], [(100, "kg")]),
            ("5×102,5", [5], [(102.5, nil)]), ("5*225lb", [5], [(225, "lb")]),
            ("3x5x100kg", [3, 5], [(100, "kg")]), ("3X8X40", [3, 8], [(40, nil)]),
            ("12", [], [(12, nil)]), ("12x", [12], []), ("3x12x", [3, 12], []),
            ("90s", [], [(90, "s")]),
            ("3x60 s", [3], [(60, "s")]), ("5km 25min", [], [(5, "km"), (25, "min")]),
            ("5 km 1h30", [], [(5, "km"), (90, "min")]), ("20kg 60s", [], [(20, "kg"), (60, "s")]),
        ] as [(String, [Int], [(Double, String?)])])
    func `a set has factors and amounts`(
        text: String, factors: [Int], amounts: [(Double, String?)]
    ) throws {
        let set = try SetExpression(text)

        #expect(set.factors == factors)
        #expect(set.amounts == amounts.map { Amount(number: $0.0, unit: $0.1) })
    }

    @Test(arguments: [
        "", "x", "x100", "much", "5x5x5x5", "-5x100", "2.5x100", "5xx", "5x100kgx", "5x?",
        "99999999999999999999x5",
    ])
    func `other texts are not sets`(text: String) {
        let error = #expect(throws: SetExpressionError.self) { try SetExpression(text) }
        #expect(error == .notASet(text))
    }

    @Test(arguments: [("0x100", 0), ("1001x5", 1001)])
    func `a factor out of range is named`(text: String, factor: Int) {
        let error = #expect(throws: SetExpressionError.self) { try SetExpression(text) }
        #expect(error == .outOfRange(factor))
    }

    @Test func `an ambiguous weight is refused with both readings`() {
        let error = #expect(throws: SetExpressionError.self) { try SetExpression("5x1,500") }
        #expect(error?.problem == "\"1,500\" can mean 1.5 or 1500")
    }
}
