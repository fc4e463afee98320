/// The dimension of a unit: the exponents of its base quantities.
///
/// Counts, fractions, sound levels and similar have no physical dimension but are not
/// interchangeable, so each is a base quantity. An amount of substance is counted as mass, since
/// its unit has a molar mass.
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
