package import RPC

/// A hash over messages in their order.
package struct AnswerDigest {
    private let cipher: BackupCipher
    /// 64 hexadecimal digits; empty without messages.
    package private(set) var text = ""

    package init() throws(Status) {
        cipher = try BackupCipher(key: nil)
    }

    package mutating func add(_ message: some WireValue) throws {
        let content = try message.wireContent()
        var bytes = Array(text.utf8) + content.body.array(of: UInt8.self)
        for column in content.columns { bytes += column.bytes.array(of: UInt8.self) }
        text = cipher.name(of: bytes)
    }
}
