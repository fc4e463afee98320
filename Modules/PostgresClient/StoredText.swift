import Glibc

/// Texts as PostgreSQL stores them: without U+0000, which its texts cannot have. U+0000 is stored as U+10FFFF
/// and the digit 0, and U+10FFFF, which no character is assigned to, as U+10FFFF and the digit 1.
enum StoredText {
    /// U+10FFFF in UTF-8.
    private static let escape: [UInt8] = [0xF4, 0x8F, 0xBF, 0xBF]
    private static let null = UInt8(ascii: "0")
    private static let escapeItself = UInt8(ascii: "1")

    static func append(_ text: String, to buffer: inout [UInt8]) {
        var text = text
        text.withUTF8 { utf8 in
            let bytes = UnsafeRawBufferPointer(utf8)
            guard contains(0, bytes) || contains(escape[0], bytes) else {
                return buffer.append(contentsOf: bytes)
            }
            var index = 0
            while index < bytes.count {
                if bytes[index] == 0 {
                    buffer.append(contentsOf: escape + [null])
                    index += 1
                } else if bytes[index...].starts(with: escape) {
                    buffer.append(contentsOf: escape + [escapeItself])
                    index += escape.count
                } else {
                    buffer.append(bytes[index])
                    index += 1
                }
            }
        }
    }

    static func text(_ bytes: UnsafeRawBufferPointer) -> String {
        guard contains(escape[0], bytes) else { return String(decoding: bytes, as: UTF8.self) }
        var decoded: [UInt8] = []
        var index = 0
        while index < bytes.count {
            let rest = bytes[index...]
            if rest.count > escape.count, rest.starts(with: escape) {
                let isNull = bytes[index + escape.count] == null
                decoded.append(contentsOf: isNull ? [0] : escape)
                index += escape.count + 1
            } else {
                decoded.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: decoded, as: UTF8.self)
    }

    private static func contains(_ byte: UInt8, _ bytes: UnsafeRawBufferPointer) -> Bool {
        bytes.baseAddress.map { memchr($0, Int32(byte), bytes.count) != nil } ?? false
    }
}
