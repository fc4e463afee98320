import Synchronization

/// Numbers of traces and spans. They are unique and look random, but are not secret: the kernel is asked
/// for one number of the process, since a system call for each was a tenth of a short call.
enum TraceNumber {
    private static let counter = Atomic<UInt64>(.random(in: .min ... .max))

    /// A number that the process has not had; never 0.
    static func next() -> UInt64 {
        // SplitMix64 (Steele, Lea and Flood, 2014): a step of the golden ratio, mixed by a bijection.
        var number = counter.wrappingAdd(0x9E37_79B9_7F4A_7C15, ordering: .relaxed).newValue
        number = (number ^ number >> 30) &* 0xBF58_476D_1CE4_E5B9
        number = (number ^ number >> 27) &* 0x94D0_49BB_1331_11EB
        number ^= number >> 31
        return number == 0 ? next() : number
    }
}
