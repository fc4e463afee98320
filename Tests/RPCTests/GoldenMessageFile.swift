import FoundationEssentials
import RPC

/// Files with the expected bytes of messages.
enum GoldenMessageFile {
    /// The content of a file beside these tests. With `DAYLINE_RECORD_GOLDEN` set, `written` is stored as
    /// the new content first.
    static func text(_ name: String, recording written: String) throws -> String {
        let path = "\(folder(of: #filePath))/Golden/\(name)"
        if ProcessInfo.processInfo.environment["DAYLINE_RECORD_GOLDEN"] != nil {
            try Data(written.utf8).write(to: URL(filePath: path))
        }
        return String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
    }

    /// The content of a file of the package.
    static func document(_ path: String) throws -> String {
        let package = folder(of: folder(of: folder(of: #filePath)))
        let data = try Data(contentsOf: URL(filePath: "\(package)/\(path)"))
        return String(decoding: data, as: UTF8.self)
    }

    private static func folder(of path: String) -> String {
        "/" + path.split(separator: "/").dropLast().joined(separator: "/")
    }
}

extension Envelope {
    /// The frames in hexadecimal, 16 bytes per line with their ASCII text.
    var dump: String {
        let names = ["preamble", "call id", "route", "header", "body"]
        return frames.enumerated().map { index, frame in
            let name = index < names.count ? names[index] : "column \(index - names.count)"
            return "\(name), \(frame.count) bytes\n" + frame.dump
        }.joined()
    }
}

extension Bytes {
    fileprivate var dump: String {
        let bytes = array(of: UInt8.self)
        return stride(from: 0, to: bytes.count, by: 16).map { start in
            let line = bytes[start..<Swift.min(start + 16, bytes.count)]
            let digits = line.map { byte in
                let digits = String(byte, radix: 16)
                return digits.count == 1 ? "0" + digits : digits
            }.joined(separator: " ")
            let text = line.map { byte in
                (0x20..<0x7F).contains(byte) ? String(UnicodeScalar(byte)) : "."
            }.joined()
            let padding = String(repeating: " ", count: 47 - digits.count)
            return "  \(digits)\(padding)  \(text)\n"
        }.joined()
    }
}
