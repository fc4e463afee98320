/// The secret of one run of the supervisor, shared with the broker only. Tokens derived from it prove
/// to the broker that a process was started by the supervisor, or that it is the supervisor.
///
/// A token is the SipHash-2-4 (Aumasson and Bernstein, 2012) of its holder, which cannot be computed
/// without the secret and does not reveal it.
package struct StartSecret: Hashable, Sendable {
    /// The process that a token authenticates.
    package enum Holder: Hashable, Sendable {
        case supervisor
        /// A process by its instance name.
        case instance(String)

        fileprivate var text: String {
            switch self {
            case .supervisor: "supervisor"
            case .instance(let name): "instance \(name)"
            }
        }
    }

    private let low: UInt64
    private let high: UInt64

    init(low: UInt64, high: UInt64) {
        self.low = low
        self.high = high
    }

    /// A new secret from the system's random number generator.
    package init() {
        self.init(low: .random(in: .min ... .max), high: .random(in: .min ... .max))
    }

    /// Nil if the text is not 32 hexadecimal digits.
    package init?(text: String) {
        guard text.utf8.count == 32, let high = UInt64(text.prefix(16), radix: 16),
            let low = UInt64(text.suffix(16), radix: 16)
        else { return nil }
        self.init(low: low, high: high)
    }

    package var text: String { Self.digits(high) + Self.digits(low) }

    package func token(of holder: Holder) -> String {
        Self.digits(SipHash.hash(Array(holder.text.utf8), low, high))
    }

    /// True if the token is that of `holder`. Compares in constant time.
    package func accepts(_ token: String, of holder: Holder) -> Bool {
        let (actual, expected) = (Array(token.utf8), Array(self.token(of: holder).utf8))
        guard actual.count == expected.count else { return false }
        return zip(actual, expected).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }

    private static func digits(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

/// SipHash-2-4 with a 64-bit result, as specified in its paper.
enum SipHash {
    static func hash(_ bytes: [UInt8], _ low: UInt64, _ high: UInt64) -> UInt64 {
        var state = State(
            a: low ^ 0x736f_6d65_7073_6575, b: high ^ 0x646f_7261_6e64_6f6d,
            c: low ^ 0x6c79_6765_6e65_7261, d: high ^ 0x7465_6462_7974_6573)
        let tailLength = bytes.count % 8
        for start in stride(from: 0, to: bytes.count - tailLength, by: 8) {
            state.absorb(littleEndian(bytes[start..<(start + 8)]))
        }
        state.absorb(littleEndian(bytes.suffix(tailLength)) | UInt64(bytes.count & 0xff) << 56)
        state.c ^= 0xff
        for _ in 0..<4 { state.round() }
        return state.a ^ state.b ^ state.c ^ state.d
    }

    private static func littleEndian(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    private struct State {
        var a: UInt64
        var b: UInt64
        var c: UInt64
        var d: UInt64

        mutating func absorb(_ word: UInt64) {
            d ^= word
            round()
            round()
            a ^= word
        }

        mutating func round() {
            a &+= b
            b = Self.rotate(b, 13) ^ a
            a = Self.rotate(a, 32)
            c &+= d
            d = Self.rotate(d, 16) ^ c
            a &+= d
            d = Self.rotate(d, 21) ^ a
            c &+= b
            b = Self.rotate(b, 17) ^ c
            c = Self.rotate(c, 32)
        }

        private static func rotate(_ word: UInt64, _ count: UInt64) -> UInt64 {
            word << count | word >> (64 - count)
        }
    }
}
