/// A pseudorandom generator with the same numbers for the same seed on every machine.
///
/// SplitMix64 by Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (2014). Tests and
/// tools report their seeds, so that failures can be reproduced.
package struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(seed: UInt64) {
        state = seed
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number from 0 up to `bound`, which has to be at least 1. The bias towards small numbers is
    /// negligible for bounds far below 2^64.
    package mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

    /// True with probability 1 / `count`; never if `count` is 0.
    package mutating func happens(oneIn count: Int) -> Bool { count > 0 && below(count) == 0 }

    /// A random element of a non-empty array.
    package mutating func pick<Choice>(_ choices: [Choice]) -> Choice {
        choices[below(choices.count)]
    }
}
