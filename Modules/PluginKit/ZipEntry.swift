import CInflate
import CZip

/// The bytes of one file of an archive, unpacked in order. Calls come one at a time.
///
/// The library finds the file and its packed bytes; deflated ones are unpacked by ISA-L, any others by
/// the library.
final class ZipEntry {
    private enum Method {
        case library
        case stored
        case deflated(Inflation)
    }

    private let file: OpaquePointer
    private let archive: ZipArchive
    private let name: String
    private let method: Method
    private let expectedSum: UInt32
    private var sum: UInt32 = 0
    private(set) var damage: String?
    private var isOver = false

    /// Takes `file` over; `status` is what the archive says of it.
    init(
        _ file: OpaquePointer, isRaw: Bool, status: zip_stat_t, archive: ZipArchive, name: String
    ) {
        self.file = file
        self.archive = archive
        self.name = name
        expectedSum = status.crc
        if !isRaw {
            method = .library
        } else if status.comp_method == ZIP_CM_STORE {
            method = .stored
        } else {
            method = .deflated(Inflation())
        }
    }

    deinit {
        _ = archive.exclusively { zip_fclose(file) }
    }

    /// Fills `buffer` as far as there is more.
    /// - Returns: How many bytes; 0 at the end, and when the rest is damaged.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        guard !isOver else { return 0 }
        let count =
            switch method {
            case .library, .stored: readPacked(into: buffer)
            case .deflated(let inflation): inflate(with: inflation, into: buffer)
            }
        isOver = count == 0 || damage != nil
        // The library checks what it unpacks.
        if case .library = method { return count }
        sum = dayline_crc32(sum, buffer.baseAddress, count)
        if count == 0, damage == nil, sum != expectedSum {
            damage = "the checksum of \(name) is wrong"
        }
        return count
    }

    private func inflate(
        with inflation: Inflation, into buffer: UnsafeMutableRawBufferPointer
    ) -> Int {
        var filled = 0
        while filled < buffer.count, damage == nil {
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
            switch inflation.unpack(into: rest) {
            case .unpacked(let count): filled += count
            case .needsInput:
                let count = readPacked(into: inflation.input)
                if count == 0, damage == nil { damage = "\(name) ends too early" }
                inflation.refill(count)
            case .ended(let count): return filled + count
            case .damaged(let count):
                damage = "\(name) cannot be unpacked to its end"
                filled += count
            }
        }
        return filled
    }

    private func readPacked(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        archive.exclusively {
            let count = zip_fread(file, buffer.baseAddress, UInt64(buffer.count))
            guard count < 0 else { return Int(count) }
            damage =
                switch zip_file_get_error(file)?.pointee.zip_err {
                case ZIP_ER_CRC: "the checksum of \(name) is wrong"
                case ZIP_ER_EOF: "\(name) ends too early"
                default: "\(name) cannot be unpacked to its end"
                }
            return 0
        }
    }
}
