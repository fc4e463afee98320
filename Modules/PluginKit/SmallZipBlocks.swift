/// A file of an archive that its reader unpacks, without a thread. The start of a thread would take longer than
/// unpacking a small file.
final class SmallZipBlocks: BlockSource {
    private let entry: ZipEntry
    private let buffer = UnsafeMutableRawBufferPointer.allocate(
        byteCount: PlainBlocks.blockSize, alignment: 64)

    init(_ entry: ZipEntry) {
        self.entry = entry
    }

    deinit {
        buffer.deallocate()
    }

    var damage: String? { entry.damage }

    func next() -> UnsafeRawBufferPointer? {
        let count = entry.read(into: buffer)
        return count > 0 ? UnsafeRawBufferPointer(rebasing: buffer[..<count]) : nil
    }
}

extension ZipEntry {
    /// The source of the unpacked bytes of a file that should have `size` bytes.
    func blocks(size: Int64) -> any BlockSource {
        size <= PlainBlocks.blockSize ? SmallZipBlocks(self) : ZipBlocks(self)
    }
}
