/// The names of the files of an archive or a folder, with little memory for each.
struct FileNames {
    private var bytes: [UInt8] = []
    private var ends: [UInt32] = []

    /// The most files of an archive or a folder. An importer has 64 MiB of memory.
    static let countLimit = 120_000
    /// The most bytes of the names of the files.
    private static let bytesLimit = 16 << 20

    /// The error of an archive or a folder with more files.
    static func excess(of input: String) -> ImportProblem {
        ImportProblem(
            "\(input) has more than \(countLimit) files, or their names are too long.",
            hint: "Import it in parts, such as the folders in it one by one.")
    }

    /// Reserves memory for the names of a directory with `bytes` bytes, so that they are not copied while it is
    /// read.
    init(directoryBytes bytes: Int64 = 0) {
        self.bytes.reserveCapacity(Int(min(bytes, Int64(Self.bytesLimit))))
    }

    var count: Int { ends.count }

    /// Appends a name in UTF-8.
    /// - Returns: False, with nothing appended, if there are too many names.
    mutating func append(_ name: some Collection<UInt8>) -> Bool {
        guard count < Self.countLimit, bytes.count + name.count <= Self.bytesLimit else {
            return false
        }
        bytes.append(contentsOf: name)
        ends.append(UInt32(bytes.count))
        return true
    }

    /// A name in UTF-8.
    func utf8(_ index: Int) -> ArraySlice<UInt8> {
        bytes[(index > 0 ? Int(ends[index - 1]) : 0)..<Int(ends[index])]
    }

    subscript(index: Int) -> String {
        String(decoding: utf8(index), as: UTF8.self)
    }
}
