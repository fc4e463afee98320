import Glibc

/// Student's t distribution.
package enum StudentDistribution {
    /// The probability of a value at least as far from 0 as `t` (Abramowitz and Stegun, 26.7.1):
    /// the regularized incomplete beta function of freedom / (freedom + t²).
    package static func twoSidedTail(_ t: Double, freedom: Double) -> Double {
        guard t.isFinite, freedom > 0 else { return t.isNaN ? 1 : 0 }
        return regularizedBeta(freedom / (freedom + t * t), freedom / 2, 0.5)
    }

    /// The regularized incomplete beta function of `x` with the parameters `a` and `b`.
    private static func regularizedBeta(_ x: Double, _ a: Double, _ b: Double) -> Double {
        guard x > 0 else { return 0 }
        guard x < 1 else { return 1 }
        let scale = exp(
            lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x))
        // The continued fraction converges on this side; the other follows by symmetry.
        return x < (a + 1) / (a + b + 2)
            ? scale * continuedFraction(x, a, b) / a
            : 1 - scale * continuedFraction(1 - x, b, a) / b
    }

    private static let termLimit = 300

    /// The continued fraction of the incomplete beta function (DLMF 8.17.22), computed by Lentz's
    /// method.
    private static func continuedFraction(_ x: Double, _ a: Double, _ b: Double) -> Double {
        func nonzero(_ value: Double) -> Double { abs(value) < 1e-300 ? 1e-300 : value }
        var numerator = 1.0
        var denominator = 1 / nonzero(1 - (a + b) * x / (a + 1))
        var fraction = denominator
        for term in 1...termLimit {
            let m = Double(term)
            let firstTerm = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
            denominator = 1 / nonzero(1 + firstTerm * denominator)
            numerator = nonzero(1 + firstTerm / numerator)
            fraction *= denominator * numerator
            let secondTerm = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
            denominator = 1 / nonzero(1 + secondTerm * denominator)
            numerator = nonzero(1 + secondTerm / numerator)
            let change = denominator * numerator
            fraction *= change
            if abs(change - 1) < 1e-15 { break }
        }
        return fraction
    }
}
