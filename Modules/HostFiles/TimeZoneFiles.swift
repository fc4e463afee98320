import Glibc

/// The system's time zone files.
package struct TimeZoneFiles: Sendable {
    package let folder: String

    package init(folder: String = "/usr/share/zoneinfo") {
        self.folder = folder
    }

    /// The TZif bytes of a zone.
    ///
    /// The name may be any input: only names that stay inside the folder are looked up.
    /// - Throws: `unknownZone` if the name is not well-formed, the file does not exist or is not a zone
    ///   file.
    package func bytes(of name: String) throws(HostFileError) -> [UInt8] {
        guard Self.isWellFormed(name) else { throw .unknownZone(name: name) }
        if let bytes = try? Files.read("\(folder)/\(name)", limit: Self.sizeLimit),
            bytes.starts(with: Self.magic)
        {
            return bytes
        }
        if Self.namesOfUTC.contains(name) { return Self.utc }
        throw .unknownZone(name: name)
    }

    /// True if the system has zone files. Containers often have none; UTC is then the only zone.
    package var hasZones: Bool { !Files.names(in: folder).isEmpty }

    private static let namesOfUTC: Set = ["UTC", "Etc/UTC"]

    /// The contents of tzdata's file for UTC.
    private static let utc: [UInt8] = {
        // A version 2 header with six counts, and one local time type: offset 0, named "UTC".
        let counts: [UInt8] = [0, 0, 0, 0, 1, 4].flatMap { (count: UInt8) in [0, 0, 0, count] }
        var block = magic
        block += Array("2".utf8) + [UInt8](repeating: 0, count: 15) + counts
        block += [UInt8](repeating: 0, count: 6) + Array("UTC\0".utf8)
        return block + block + Array("\nUTC0\n".utf8)
    }()

    /// True if ``names()`` has the zone, unlike this machine's own link and the copies with leap seconds.
    package func isListed(_ name: String) -> Bool {
        let first = name.prefix { $0 != "/" }
        return !Self.unlisted.contains(String(first)) && (try? bytes(of: name)) != nil
    }

    /// All zones of the system, sorted; only UTC if it has none.
    package func names() -> [String] {
        var names: [String] = []
        collect("", depth: 0, into: &names)
        if names.isEmpty { return ["UTC"] }
        return names.sorted()
    }

    /// The zone that a value of `TZ` names, as a name or a file; nil if it has another form.
    package func zoneName(ofSetting setting: String) -> String? {
        let text = setting.hasPrefix(":") ? String(setting.dropFirst()) : setting
        return text.hasPrefix("/") ? zoneName(ofFile: text) : existingName(text)
    }

    /// The zone of this machine from `TZ` or /etc/localtime; nil if neither names one.
    package func systemZoneName(
        environment: [String: String], localTime: String = "/etc/localtime"
    ) -> String? {
        environment["TZ"].flatMap(zoneName(ofSetting:)) ?? zoneName(ofFile: localTime)
    }

    /// The zone of a file or of a link's target; nil if the path names none.
    private func zoneName(ofFile path: String) -> String? {
        existingName(path) ?? Files.linkTarget(path).flatMap(existingName)
            ?? Files.canonicalPath(path).flatMap(existingName)
    }

    /// The zone named by `text`, which is a name or a path with `zoneinfo/` before a name; nil if
    /// unknown.
    private func existingName(_ text: String) -> String? {
        let marker = "zoneinfo/"
        var name = text[...]
        if let end = text.indices.last(where: { text[$0...].hasPrefix(marker) }) {
            name = text[text.index(end, offsetBy: marker.count)...]
        }
        return isListed(String(name)) ? String(name) : nil
    }

    private func collect(_ prefix: String, depth: Int, into names: inout [String]) {
        for entry in Files.names(in: prefix.isEmpty ? folder : "\(folder)/\(prefix)") {
            if prefix.isEmpty, Self.unlisted.contains(entry) { continue }
            let name = prefix.isEmpty ? entry : "\(prefix)/\(entry)"
            guard Self.isWellFormed(name) else { continue }
            var status = stat()
            guard stat("\(folder)/\(name)", &status) == 0 else { continue }
            if status.st_mode & S_IFMT == S_IFDIR {
                if depth < Self.depthLimit { collect(name, depth: depth + 1, into: &names) }
            } else if isZone(name) {
                names.append(name)
            }
        }
    }

    private func isZone(_ name: String) -> Bool {
        let descriptor = open("\(folder)/\(name)", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var head = [UInt8](repeating: 0, count: Self.magic.count)
        return read(descriptor, &head, head.count) == head.count && head == Self.magic
    }

    /// Entries that are not places: copies of the tree with and without leap seconds, and links of this
    /// machine.
    private static let unlisted: Set = ["posix", "right", "localtime", "posixrules", "Factory"]

    private static let magic = Array("TZif".utf8)
    /// The largest file of tzdata has 4 KiB.
    private static let sizeLimit = 1 << 20
    private static let depthLimit = 4

    /// True if every part has only characters that tzdata uses, so that no path leaves the folder.
    private static func isWellFormed(_ name: String) -> Bool {
        let parts = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        return name.utf8.count <= 128
            && parts.allSatisfy { part in
                !part.isEmpty
                    && part.allSatisfy { byte in
                        switch byte {
                        case UInt8(ascii: "a")...UInt8(ascii: "z"),
                            UInt8(ascii: "A")...UInt8(ascii: "Z"),
                            UInt8(ascii: "0")...UInt8(ascii: "9"),
                            UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "+"):
                            true
                        default: false
                        }
                    }
            }
    }
}
