package import RPC

/// What a program says of itself in the `plugin.json` beside it.
package struct Manifest: Hashable, Sendable {
    package enum Kind: String, CaseIterable, Sendable {
        /// Routes calls; there is exactly one, and it starts before the others.
        case broker
        /// Serves calls for as long as the system runs.
        case worker
        /// Reads a file and ends; it is started when there is one to read.
        case importer
    }

    /// Lower case letters, digits and dashes; what `status` shows.
    package let name: String
    package let kind: Kind
    /// The file to run, beside the supervisor's own or, from somebody else, beside the manifest.
    package let executable: String
    /// A sentence for people.
    package let summary: String
    package let version: String
    /// How many of it run.
    package let count: Int
    /// Whether a person may change how many of it run.
    package let isScalable: Bool
    /// Workers that must be ready before this one starts.
    package let after: [String]
    /// Services it will offer, so that a call for one of them waits while it starts.
    package let services: [String]
    /// Patterns of file names that an importer reads, such as `*.zip`.
    package let accepts: [String]
    /// Content that identifies the files an importer reads; empty: it is chosen by name alone.
    package let signatures: [Signature]
    /// Calls it takes at a time; nil leaves it to the worker.
    package let capacity: Int?
    /// Seconds that an importer may take between two batches.
    package let silenceSeconds: Int
    /// Keys that mean nothing here: likely a slip of the pen, so they are shown.
    package let unknownKeys: [String]

    /// Each worker may wait at another for work, which takes twice as many calls as this: the rest is
    /// for everybody else.
    package static let countRange = 1...32
    package static let capacityRange = 1...4096
    package static let silenceRange = 1...86_400
    package static let silenceDefault = 60
    static let sizeLimit = 64 << 10

    /// Reads a manifest; `file` is its path, for errors.
    package init(parsing bytes: [UInt8], file: String) throws(ManifestError) {
        var reader = try ManifestReader(bytes, file: file)
        name = try reader.text("name")
        guard Self.isName(name) else {
            throw reader.error(
                "name", "must be 1 to 32 lower case letters, digits and dashes, a letter first")
        }
        let kindName = try reader.text("kind")
        guard let kind = Kind(rawValue: kindName) else {
            let known = Kind.allCases.map(\.rawValue).joined(separator: ", ")
            throw reader.error("kind", "must be one of \(known), not \"\(kindName)\"")
        }
        self.kind = kind
        executable = try reader.text("executable")
        guard Self.isInsideFolder(executable) else {
            throw reader.error("executable", "must be a path that stays in its folder")
        }
        summary = try reader.text("summary")
        version = try reader.text("version")
        guard Self.isVersion(version) else {
            throw reader.error("version", "must be numbers and dots, such as 1.0")
        }
        after = try reader.texts("after")
        services = try reader.texts("services")
        accepts = try reader.texts("accepts")
        signatures = try reader.signatures("signatures")
        capacity = try reader.integer("capacity", in: Self.capacityRange)
        let silence = try reader.integer("silenceSeconds", in: Self.silenceRange)
        guard silence == nil || kind == .importer else {
            throw reader.error("silenceSeconds", "has no meaning for a \(kind.rawValue)")
        }
        silenceSeconds = silence ?? Self.silenceDefault
        count = try reader.integer("count", in: Self.countRange) ?? 1
        isScalable = try reader.flag("scalable")
        unknownKeys = reader.remainingKeys
        try validateCombination(reader)
    }

    /// Keys that are right by themselves and wrong together.
    private func validateCombination(_ reader: ManifestReader) throws(ManifestError) {
        if kind == .importer {
            guard !accepts.isEmpty else {
                throw reader.error("accepts", "must name the files that an importer reads")
            }
            guard count == 1, !isScalable else {
                throw reader.error("count", "has no meaning for an importer")
            }
            guard services.isEmpty else {
                throw reader.error("services", "has no meaning for an importer")
            }
        } else {
            guard accepts.isEmpty else {
                throw reader.error("accepts", "has no meaning for a \(kind.rawValue)")
            }
            guard signatures.isEmpty else {
                throw reader.error("signatures", "has no meaning for a \(kind.rawValue)")
            }
        }
        if kind == .broker {
            guard count == 1, !isScalable else {
                throw reader.error("count", "must be 1 for a broker")
            }
            guard after.isEmpty else { throw reader.error("after", "must be empty for a broker") }
        }
        guard !after.contains(name) else { throw reader.error("after", "names the worker itself") }
    }

    /// Whether an importer reads files of that name. Letter case does not matter.
    package func accepts(fileName: String) -> Bool {
        accepts.contains { FilePattern($0).matches(fileName) }
    }

    private static func isName(_ text: String) -> Bool {
        let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        return (1...32).contains(text.utf8.count)
            && text.utf8.first.map(letters.contains) == true
            && text.utf8.allSatisfy {
                letters.contains($0) || digits.contains($0) || $0 == UInt8(ascii: "-")
            }
    }

    private static func isVersion(_ text: String) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        return (1...4).contains(parts.count) && parts.allSatisfy { UInt16($0) != nil }
    }

    private static func isInsideFolder(_ path: String) -> Bool {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        return parts.allSatisfy { !$0.isEmpty && $0 != "." && $0 != ".." }
    }
}

/// A manifest that cannot be used, and why.
package struct ManifestError: Error, Hashable, StatusConvertible {
    package var file: String
    /// Nil when the whole file is meant.
    package var key: String?
    package var problem: String

    package init(file: String, key: String? = nil, problem: String) {
        self.file = file
        self.key = key
        self.problem = problem
    }

    package var status: Status {
        Status(
            .failedPrecondition,
            key.map { "\(file): \"\($0)\" \(problem)." } ?? "\(file): \(problem).",
            hint: "Check it with: dayline plugins validate")
    }
}
