/// What kind of quantity a unit measures: the exponents of its base quantities.
///
/// Counts, fractions, sound levels and the like have no physical dimension but must not be taken for
/// one another, so each is a base of its own. An amount of substance is counted as mass, since a
/// molar mass stands beside it.
struct Dimension: Hashable, Sendable {
    private var exponents = SIMD16<Int8>()

    enum Base: Int {
        case length, mass, time, temperature, current
        case count, fraction, soundLevel, hearingLevel, international, effort, angle, refraction
        case light
    }

    static let none = Dimension()

    static func base(_ base: Base, _ exponent: Int8 = 1) -> Dimension {
        var dimension = Dimension()
        dimension.exponents[base.rawValue] = exponent
        return dimension
    }

    static func * (a: Dimension, b: Dimension) -> Dimension {
        Dimension(exponents: a.exponents &+ b.exponents)
    }

    func raised(to power: Int8) -> Dimension {
        Dimension(exponents: exponents &* power)
    }
}
