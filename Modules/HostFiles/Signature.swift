import Glibc

/// Content that identifies files of one format, declared in an importer's manifest.
package struct Signature: Hashable, Sendable {
    /// Texts that must all occur within the first ``window`` bytes, in UTF-8.
    package let contains: [String]
    package let window: Int
    /// A pattern for the path or name of a file in the zip archive or folder that has the texts, or of the
    /// file itself if the file is one of an export. If nil, the file itself has them, with any name.
    package let entry: String?
    private let entryPattern: FilePattern?
    /// Tables that an SQLite database has to have; empty: the signature is not about a database. The names
    /// are not in the first bytes of a database with a long schema.
    package let tables: [String]
    /// The text before each day (YYYY-MM-DD) of data in a file of the format. If nil, the days of a
    /// file are not shown.
    package let dayMark: String?
    /// True if the signature counts only for files that no other importer accepts, since files of other
    /// formats contain such files as well.
    package let isFallback: Bool
    /// True if the texts are also searched in the contents of files that are packed with gzip.
    package let readsGzip: Bool

    /// Range of ``window``, in bytes.
    package static let windowRange = 4...65_536
    static let countLimit = 16

    package init(
        contains: [String], window: Int = windowRange.upperBound, entry: String? = nil,
        tables: [String] = [], dayMark: String? = nil, isFallback: Bool = false,
        readsGzip: Bool = false
    ) {
        self.contains = contains
        self.window = window
        self.entry = entry
        entryPattern = entry.map { FilePattern($0) }
        self.tables = tables
        self.dayMark = dayMark
        self.isFallback = isFallback
        self.readsGzip = readsGzip
    }

    /// The ending of files that are packed with gzip.
    package static let gzipEnding = ".gz"

    /// True if the texts are searched in that file of the archive or folder.
    package func matches(entry path: String) -> Bool {
        guard let entryPattern else { return false }
        let paths = readsGzip ? Self.unpackedNames(of: path) : [path]
        return paths.contains(where: entryPattern.matchesPathOrName(of:))
    }

    /// The name of a file and, with the ending of gzip, the name of its contents.
    package static func unpackedNames(of name: String) -> [String] {
        name.lowercased().hasSuffix(gzipEnding)
            ? [name, String(name.dropLast(gzipEnding.count))] : [name]
    }

    /// True if a database with these tables has all tables of the signature.
    package func matches(tables names: [String]) -> Bool {
        tables.allSatisfy { table in names.contains { $0.lowercased() == table.lowercased() } }
    }

    /// True if the first bytes of a file contain all texts.
    package func matches(head: [UInt8]) -> Bool {
        head.prefix(window).withUnsafeBytes { head in
            contains.allSatisfy { Self.occurs(Array($0.utf8), in: head) }
        }
    }

    /// True if the bytes contain a text. The C library compares many bytes at once: each import searches the
    /// texts of all importers.
    private static func occurs(_ text: [UInt8], in bytes: UnsafeRawBufferPointer) -> Bool {
        guard let first = text.first, var start = bytes.baseAddress else { return false }
        let end = start + bytes.count
        while end - start >= text.count,
            let found = memchr(start, Int32(first), end - start - text.count + 1)
        {
            if memcmp(found, text, text.count) == 0 { return true }
            start = UnsafeRawPointer(found) + 1
        }
        return false
    }

    /// The reason why the signature does not identify one format; nil if it does.
    var weakness: String? {
        if contains.contains(where: { Self.isSpecific($0) }) { return nil }
        if let entry, Self.isSpecific(pattern: entry) { return nil }
        if !tables.isEmpty { return nil }
        return contains.isEmpty
            ? "must have texts that files of the format contain, or an entry with a name"
            : "has only texts that many formats contain, such as <?xml, PK and {"
    }

    /// Starts of files that tell the encoding but not the format.
    private static let encodings = [
        "<?xml", "<!DOCTYPE", "<!--", "<html", "PK\u{3}\u{4}", "PK\u{5}\u{6}", "SQLite format 3",
        "bplist", "%PDF", "#!",
    ]
    private static let shortestText = 3

    private static func isSpecific(_ text: String) -> Bool {
        let marks: Set<Character> = [
            "{", "}", "[", "]", "\"", ":", ",", "<", ">", "\u{FEFF}", "\0",
        ]
        let plain = text.filter { !$0.isWhitespace && !marks.contains($0) }
        guard plain.utf8.count >= shortestText else { return false }
        let start = text.trimmingPrefix { $0.isWhitespace || $0 == "\u{FEFF}" }.lowercased()
        guard let encoding = encodings.first(where: { start.hasPrefix($0.lowercased()) }) else {
            // A prefix of an encoding is as unspecific.
            return !encodings.contains { $0.lowercased().hasPrefix(start) }
        }
        // Text after the XML declaration may be specific.
        guard encoding == "<?xml", let end = start.range(of: "?>") else {
            return encoding == "<!DOCTYPE" && start.count > "<!doctype ".count
        }
        return isSpecific(String(start[end.upperBound...]))
    }

    /// True if the pattern has more than a file extension.
    private static func isSpecific(pattern: String) -> Bool {
        let name = pattern.split(separator: "/").last.map { String($0) } ?? ""
        let stem = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
        let folders = pattern.dropLast(name.count)
        return (stem + folders).contains { $0 != "*" && $0 != "/" && $0 != "." }
    }
}

extension String {
    fileprivate func range(of text: String) -> Range<String.Index>? {
        ranges(of: text).first
    }
}
