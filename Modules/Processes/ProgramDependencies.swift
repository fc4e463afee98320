import Glibc

/// The files and folders that a program needs to start in addition to those of the system.
///
/// A script needs its interpreter and the interpreter's installation. A binary needs the folders of its
/// library search path, such as those of the toolchain it was built with.
struct ProgramDependencies: Hashable {
    private(set) var files: [String] = []
    private(set) var folders: [String] = []

    /// Maximum length of a script's first line in bytes.
    private static let lineLimit = 4096
    /// Folders of an installation prefix with programs and libraries.
    private static let prefixFolders = ["bin", "lib", "lib64", "libexec", "shims", "versions"]
    /// Files of an installation prefix that configure the interpreter's library path.
    private static let prefixFiles = ["pyvenv.cfg", "version"]

    init(of program: String) {
        guard let bytes = Self.head(of: program) else { return }
        if bytes.starts(with: "#!".utf8) {
            addInterpreter(Self.words(of: bytes))
        } else {
            folders += ProgramFile.libraryFolders(of: program)
        }
    }

    private mutating func addInterpreter(_ words: [String]) {
        guard let path = words.first, path.hasPrefix("/") else { return }
        addPrefix(of: path)
        if let target = Self.canonical(path), target != path { addPrefix(of: target) }
        if words.count == 1, let head = Self.head(of: path), head.starts(with: "#!".utf8) {
            // A wrapper such as a pyenv shim, which is itself a script.
            addPrefix(of: Self.words(of: head).first ?? path)
        } else {
            folders += ProgramFile.libraryFolders(of: Self.canonical(path) ?? path)
        }
    }

    private mutating func addPrefix(of interpreter: String) {
        files.append(interpreter)
        let prefix = Self.folder(of: Self.folder(of: interpreter))
        folders += Self.prefixFolders.map { "\(prefix)/\($0)" }
        files += Self.prefixFiles.map { "\(prefix)/\($0)" }
    }

    /// The words of a script's first line after `#!`.
    private static func words(of head: [UInt8]) -> [String] {
        head.dropFirst(2).prefix { $0 != UInt8(ascii: "\n") }
            .split(whereSeparator: { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") })
            .map { String(decoding: $0, as: UTF8.self) }
    }

    private static func head(of path: String) -> [UInt8]? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: lineLimit)
        let count = read(file, &bytes, bytes.count)
        return count < 0 ? nil : Array(bytes.prefix(count))
    }

    private static func canonical(_ path: String) -> String? {
        guard let text = realpath(path, nil) else { return nil }
        defer { free(text) }
        return String(cString: text)
    }

    static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    }
}
