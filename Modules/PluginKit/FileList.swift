/// The files of an input, by their position.
protocol FileList: AnyObject {
    /// The path within the archive or the folder.
    func name(of index: Int) -> String
    /// Unpacked size in bytes.
    func size(of index: Int) -> Int64
    /// Packed size in bytes.
    func sizeOnDisk(of index: Int) -> Int64
    /// - Throws: An `ImportProblem` if the file cannot be opened.
    func source(of index: Int) throws -> any BlockSource
}

/// A list of one file.
final class SingleFile: FileList {
    private let name: String
    private let size: Int64
    private let sizeOnDisk: Int64
    private let open: () throws -> any BlockSource

    init(
        name: String, size: Int64, sizeOnDisk: Int64, open: @escaping () throws -> any BlockSource
    ) {
        self.name = name
        self.size = size
        self.sizeOnDisk = sizeOnDisk
        self.open = open
    }

    func name(of index: Int) -> String { name }
    func size(of index: Int) -> Int64 { size }
    func sizeOnDisk(of index: Int) -> Int64 { sizeOnDisk }
    func source(of index: Int) throws -> any BlockSource { try open() }
}
