/// The 64-bit FNV-1a hash of a text's UTF-8, the same in every process. `seed` is the initial
/// value, by default that of the algorithm.
package func stableHash(_ text: String, seed: UInt64 = 0xcbf2_9ce4_8422_2325) -> UInt64 {
    text.utf8.reduce(seed) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
}
