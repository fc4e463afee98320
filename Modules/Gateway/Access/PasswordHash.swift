import CSodium
import RPC

/// The Argon2id hash of a password, with its salt and costs, in the text form of libsodium.
enum PasswordHash {
    /// The passes over the memory: about a tenth of a second on a small machine.
    private static let passes: UInt64 = 3
    /// The memory of a hash in bytes.
    private static let memory = 64 << 20

    /// - Throws: RESOURCE_EXHAUSTED without memory for the hash.
    static func hash(_ password: [UInt8]) throws(Status) -> String {
        try start()
        var text = [CChar](repeating: 0, count: Int(crypto_pwhash_strbytes()))
        let characters = password.map(CChar.init(bitPattern:))
        let result = crypto_pwhash_str(
            &text, characters, UInt64(characters.count), passes, memory)
        guard result == 0 else {
            throw Status(
                .resourceExhausted, "There is not enough memory to hash a password.",
                hint: "Close other programs, and try again.")
        }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// True if the hash is that of the password.
    static func matches(_ hash: String, _ password: [UInt8]) -> Bool {
        guard (try? start()) != nil, hash.utf8.count < Int(crypto_pwhash_strbytes()) else {
            return false
        }
        let characters = password.map(CChar.init(bitPattern:))
        return crypto_pwhash_str_verify(hash, characters, UInt64(characters.count)) == 0
    }

    private static func start() throws(Status) {
        // Repeated calls return 1 and change nothing.
        guard sodium_init() >= 0 else {
            throw Status(.internal, "The cryptography library cannot be started.")
        }
    }
}
