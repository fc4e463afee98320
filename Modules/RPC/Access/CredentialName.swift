/// The names that people give to tokens, keys and passkeys.
package enum CredentialName {
    private static let lengths = 1...64

    /// True if a name has 1 to 64 characters and no control characters.
    package static func isValid(_ name: String) -> Bool {
        lengths.contains(name.count)
            && name.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7f }
    }
}
