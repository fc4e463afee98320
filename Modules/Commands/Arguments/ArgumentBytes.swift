import Glibc

/// The arguments of the process as raw bytes. `CommandLine.arguments` replaces invalid UTF-8.
enum ArgumentBytes {
    /// - Throws: A ``UsageError`` that names the first argument that is not UTF-8.
    static func check(_ arguments: [[UInt8]]) throws(UsageError) {
        for (index, bytes) in arguments.enumerated()
        where String(validating: bytes, as: UTF8.self) == nil {
            throw UsageError(
                "Argument \(index + 1) (\"\(String(decoding: bytes, as: UTF8.self))\") is not UTF-8.",
                hint: "See how this terminal encodes text with: locale charmap")
        }
    }

    /// The arguments of this process without the program's name.
    static var ofProcess: [[UInt8]] {
        (0..<Int(CommandLine.argc)).dropFirst().compactMap { index in
            CommandLine.unsafeArgv[index].map { text in
                Array(UnsafeBufferPointer(start: text, count: strlen(text))).map(
                    UInt8.init(bitPattern:))
            }
        }
    }
}
