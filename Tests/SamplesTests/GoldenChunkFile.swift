import FoundationEssentials

/// Golden files with the expected bytes, in the folder of the tests.
enum GoldenChunkFile {
    static func text(_ name: String) throws -> String {
        let folder = #filePath.split(separator: "/").dropLast().joined(separator: "/")
        let data = try Data(contentsOf: URL(filePath: "/\(folder)/Golden/\(name)"))
        return String(decoding: data, as: UTF8.self)
    }

    /// The bytes of the hexadecimal digits in the file.
    static func bytes(_ name: String) throws -> [UInt8] {
        let digits = try text(name).utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
        return stride(from: 0, to: digits.count - 1, by: 2).map {
            UInt8(digits[$0] << 4 | digits[$0 + 1])
        }
    }
}
