import Memberwise
package import RPC

/// The description of a program in `plugin.json`.
package struct Manifest: Hashable, Sendable {
    package enum Kind: String, CaseIterable, Sendable {
        /// Routes calls. Exactly one, started before the others.
        case broker
        /// Serves calls while the system runs.
        case worker
        /// Reads one file and ends. Started for each file.
        case importer
    }

    /// 1 to 32 lower case letters, digits and dashes, starting with a letter. Shown by `dayline status`.
    package let name: String
    package let kind: Kind
    /// The path of the program: relative to the supervisor's folder, or to the manifest's for plugins
    /// of the home.
    package let executable: String
    /// A sentence for people.
    package let summary: String
    package let version: String
    /// Number of processes.
    package let count: Int
    /// True if `dayline scale` may change the number of processes.
    package let isScalable: Bool
    /// Workers that must be ready before this one starts.
    package let after: [String]
    /// Services that the worker will announce. Calls for them wait while it starts.
    package let services: [String]
    /// Patterns of file names that an importer reads, such as `*.zip`.
    package let accepts: [String]
    /// Content that identifies the files of an importer. If empty, only the name counts.
    package let signatures: [Signature]
    /// The sources whose files an importer reads, each with how to get the file, such as
    /// `Apple Health: in the app Health, your picture, Export All Health Data`.
    package let sources: [String]
    /// True if the importer reads only files that no other importer accepts.
    package let isFallback: Bool
    /// True if an importer reads all files of a folder as one export, so that a folder with several
    /// files of its formats is not refused.
    package let combinesFiles: Bool
    /// True if an importer also reads files, and entries of archives, that are packed with gzip.
    package let readsGzip: Bool
    /// True if an importer needs a file to write to, for formats that are read at any offset.
    package let needsScratch: Bool
    /// True if a worker opens sockets of the network; false: only local ones, which the kernel enforces.
    package let needsNetwork: Bool
    /// The database engine of a storage worker, which starts in homes with that engine; nil: in all homes.
    package let engine: DatabaseKind?
    /// Maximum number of concurrent calls; nil leaves the number to the worker.
    package let capacity: Int?
    /// Maximum time between two batches of an importer, in seconds.
    package let silenceSeconds: Int
    /// Keys that are not defined, shown as problems because they are probably misspelled.
    package let unknownKeys: [String]

    /// The range of ``count``. Workers wait for calls to each other, and the upper bound leaves
    /// capacity for other callers.
    package static let countRange = 1...32
    /// The range of ``capacity``.
    package static let capacityRange = 1...4096
    /// The range of ``silenceSeconds``.
    package static let silenceRange = 1...86_400
    /// The default of ``silenceSeconds``.
    package static let silenceDefault = 60
    static let sizeLimit = 64 << 10

    /// Parses a manifest; `file` is its path, for errors.
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
        readsGzip = try reader.flag("gzip")
        signatures = try reader.signatures("signatures", readsGzip: readsGzip)
        sources = try reader.texts("sources")
        isFallback = try reader.flag("fallback")
        combinesFiles = try reader.flag("combines")
        needsScratch = try reader.flag("scratch")
        needsNetwork = try reader.flag("network")
        engine = try reader.engine("engine")
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

    /// Checks keys that are valid alone but not together.
    private func validateCombination(_ reader: ManifestReader) throws(ManifestError) {
        guard kind == .worker || engine == nil else {
            throw reader.error("engine", "has no meaning for a \(kind.rawValue)")
        }
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
            guard !needsNetwork else {
                throw reader.error("network", "has no meaning for an importer")
            }
        } else {
            guard accepts.isEmpty else {
                throw reader.error("accepts", "has no meaning for a \(kind.rawValue)")
            }
            guard signatures.isEmpty else {
                throw reader.error("signatures", "has no meaning for a \(kind.rawValue)")
            }
            guard sources.isEmpty else {
                throw reader.error("sources", "has no meaning for a \(kind.rawValue)")
            }
            guard !isFallback else {
                throw reader.error("fallback", "has no meaning for a \(kind.rawValue)")
            }
            guard !combinesFiles else {
                throw reader.error("combines", "has no meaning for a \(kind.rawValue)")
            }
            guard !readsGzip else {
                throw reader.error("gzip", "has no meaning for a \(kind.rawValue)")
            }
            guard !needsScratch else {
                throw reader.error("scratch", "has no meaning for a \(kind.rawValue)")
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

/// A problem of a manifest.
@Memberwise
package struct ManifestError: Error, Hashable, StatusConvertible {
    package var file: String
    /// Nil if the problem is about the whole file.
    package var key: String? = nil
    package var problem: String

    package var status: Status {
        Status(
            .failedPrecondition,
            key.map { "\(file): \"\($0)\" \(problem)." } ?? "\(file): \(problem).",
            hint: "Check it with: dayline plugins validate")
    }
}
