/// A unit as exports write it: symbols joined by `·`, `*`, `.`, `/` and `^n`, such as `kcal/hr·kg`.
/// All symbols after a slash are in the denominator.
struct UnitExpression: Sendable {
    let dimension: Dimension
    let factor: Ratio
    let bias: Double

    init(_ text: String) throws(UnitError) {
        var dimension = Dimension.none
        var factor = Ratio.one
        var bias = 0.0
        let terms = Self.terms(of: text)
        for (name, isBelow) in terms {
            let (symbolName, exponent) = try Self.power(name, in: text)
            guard let symbol = UnitSymbol.named(symbolName) else { throw .unknown(text) }
            let step: Int8 = isBelow ? -1 : 1
            for _ in 0..<exponent {
                let part = isBelow ? symbol.factor.inverse : symbol.factor
                guard let product = factor.times(part) else { throw .unknown(text) }
                factor = product
                dimension = dimension * symbol.dimension.raised(to: step)
            }
            if terms.count == 1, exponent == 1 { bias = symbol.bias }
        }
        self.dimension = dimension
        self.factor = factor
        self.bias = bias
    }

    private static func terms(of text: String) -> [(name: String, isBelow: Bool)] {
        var terms: [(String, Bool)] = []
        var name = ""
        var isBelow = false
        var isInside = false
        for character in text where character != " " {
            switch character {
            case "<": isInside = true
            case ">": isInside = false
            case "(" where !isInside, ")" where !isInside: continue
            case "·" where !isInside, "⋅" where !isInside, "*" where !isInside,
                "." where !isInside, "/" where !isInside:
                terms.append((name, isBelow))
                name = ""
                if character == "/" { isBelow = true }
                continue
            default: break
            }
            name.append(character)
        }
        terms.append((name, isBelow))
        return terms
    }

    private static func power(_ term: String, in text: String) throws(UnitError) -> (String, Int) {
        guard let caret = term.lastIndex(of: "^") else { return (term, 1) }
        guard let exponent = Int(term[term.index(after: caret)...]), (1...6).contains(exponent)
        else { throw .unknown(text) }
        return (String(term[..<caret]), exponent)
    }
}
