import Glibc

/// The files and folders outside the system's that a program needs to start.
///
/// A script needs its interpreter and what is installed beside that; a program in machine code needs
/// the folders that it names for its libraries, such as those of the toolchain it was made with.
struct ProgramDependencies: Hashable {
    private(set) var files: [String] = []
    private(set) var folders: [String] = []

    /// Bytes of the first line of a script.
    private static let lineLimit = 4096
    /// Folders of a prefix that hold programs and libraries.
    private static let prefixFolders = ["bin", "lib", "lib64", "libexec", "shims", "versions"]
    /// Files of a prefix that tell an interpreter which libraries are its own.
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
            // Such as a shim of pyenv, which is a script itself.
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

    /// The words of a script's first line, after its mark.
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
