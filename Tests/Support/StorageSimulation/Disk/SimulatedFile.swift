import GRDBSQLite

/// An open file on a simulated disk, in memory that SQLite allocates: this header, and the file of the real
/// file system behind it.
final class SimulatedFile: Sendable {
    let disk: SimulatedDisk
    let number: Int

    init(disk: SimulatedDisk, number: Int) {
        (self.disk, self.number) = (disk, number)
    }

    private struct Header {
        /// The first member of each file of SQLite.
        var base: sqlite3_file
        var file: Unmanaged<SimulatedFile>
    }

    typealias Pointer = UnsafeMutablePointer<sqlite3_file>

    static let headerSize = Int32(MemoryLayout<Header>.stride)

    /// The file of the real file system.
    static func inner(_ file: Pointer) -> Pointer {
        (UnsafeMutableRawPointer(file) + Int(headerSize)).assumingMemoryBound(
            to: sqlite3_file.self)
    }

    static func initialize(_ file: Pointer, _ opened: SimulatedFile) {
        UnsafeMutableRawPointer(file).bindMemory(to: Header.self, capacity: 1).initialize(
            to: Header(
                base: sqlite3_file(pMethods: methods), file: Unmanaged.passRetained(opened)))
    }

    /// The object of an open file, and the methods of the real one.
    private static func parts(
        _ file: Pointer?
    ) -> (file: SimulatedFile, inner: Pointer, methods: sqlite3_io_methods)? {
        guard let file else { return nil }
        let inner = inner(file)
        guard let methods = inner.pointee.pMethods else { return nil }
        let header = UnsafeMutableRawPointer(file).assumingMemoryBound(to: Header.self)
        return (header.pointee.file.takeUnretainedValue(), inner, methods.pointee)
    }

    // The memory is initialized once and never changed.
    private nonisolated(unsafe) static let methods: UnsafePointer<sqlite3_io_methods> = {
        let pointer = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
        pointer.initialize(to: makeMethods())
        return UnsafePointer(pointer)
    }()

    private static func makeMethods() -> sqlite3_io_methods {
        var methods = sqlite3_io_methods()
        // With shared memory, without memory-mapped files.
        methods.iVersion = 2
        addContentMethods(to: &methods)
        addLockMethods(to: &methods)
        return methods
    }

    private static func addContentMethods(to methods: inout sqlite3_io_methods) {
        methods.xClose = { file in
            guard let (own, inner, real) = SimulatedFile.parts(file), let file else {
                return SQLITE_OK
            }
            let code = real.xClose?(inner) ?? SQLITE_OK
            own.disk.close()
            UnsafeMutableRawPointer(file).assumingMemoryBound(to: Header.self)
                .pointee.file.release()
            file.pointee.pMethods = nil
            return code
        }
        methods.xRead = { file, bytes, count, offset in
            guard let (own, inner, real) = SimulatedFile.parts(file) else { return SQLITE_IOERR }
            return own.disk.read() ?? real.xRead?(inner, bytes, count, offset) ?? SQLITE_IOERR
        }
        methods.xWrite = { file, bytes, count, offset in
            guard let (own, inner, real) = SimulatedFile.parts(file), let write = real.xWrite,
                let bytes
            else {
                return SQLITE_IOERR
            }
            let content = UnsafeRawBufferPointer(start: bytes, count: Int(count))
            switch own.disk.write(content, to: own.number, at: Int(offset)) {
            case .whole: return write(inner, bytes, count, offset)
            case .part(0, let code): return code
            case .part(let part, let code):
                _ = write(inner, bytes, Int32(part), offset)
                return code
            }
        }
        methods.xTruncate = { file, size in
            guard let (own, inner, real) = SimulatedFile.parts(file) else { return SQLITE_IOERR }
            return own.disk.truncate(own.number, to: Int(size)) ?? real.xTruncate?(inner, size)
                ?? SQLITE_IOERR
        }
        methods.xSync = { file, _ in
            guard let (own, _, _) = SimulatedFile.parts(file) else { return SQLITE_IOERR }
            return own.disk.sync(own.number) ?? SQLITE_OK
        }
        methods.xFileSize = { file, size in
            guard let (_, inner, real) = SimulatedFile.parts(file) else { return SQLITE_IOERR }
            return real.xFileSize?(inner, size) ?? SQLITE_IOERR
        }
    }

    private static func addLockMethods(to methods: inout sqlite3_io_methods) {
        methods.xLock = { file, level in
            guard let (_, inner, real) = SimulatedFile.parts(file) else { return SQLITE_IOERR }
            return real.xLock?(inner, level) ?? SQLITE_IOERR
        }
        methods.xUnlock = { file, level in
            guard let (_, inner, real) = SimulatedFile.parts(file) else { return SQLITE_IOERR }
            return real.xUnlock?(inner, level) ?? SQLITE_IOERR
        }
        methods.xCheckReservedLock = { file, result in
            guard let (_, inner, real) = SimulatedFile.parts(file) else { return SQLITE_IOERR }
            return real.xCheckReservedLock?(inner, result) ?? SQLITE_IOERR
        }
        methods.xFileControl = { file, operation, argument in
            guard let (_, inner, real) = SimulatedFile.parts(file) else { return SQLITE_NOTFOUND }
            return real.xFileControl?(inner, operation, argument) ?? SQLITE_NOTFOUND
        }
        methods.xSectorSize = { file in
            guard let (_, inner, real) = SimulatedFile.parts(file) else { return 4096 }
            return real.xSectorSize?(inner) ?? 4096
        }
        methods.xDeviceCharacteristics = { file in
            guard let (_, inner, real) = SimulatedFile.parts(file) else { return 0 }
            return real.xDeviceCharacteristics?(inner) ?? 0
        }
        methods.xShmMap = { file, page, size, isExtending, memory in
            guard let (own, inner, real) = SimulatedFile.parts(file) else { return SQLITE_IOERR }
            if isExtending != 0, let code = own.disk.extendSharedMemory() { return code }
            return real.xShmMap?(inner, page, size, isExtending, memory) ?? SQLITE_IOERR
        }
        methods.xShmLock = { file, offset, count, flags in
            guard let (_, inner, real) = SimulatedFile.parts(file) else { return SQLITE_IOERR }
            return real.xShmLock?(inner, offset, count, flags) ?? SQLITE_IOERR
        }
        methods.xShmBarrier = { file in
            guard let (_, inner, real) = SimulatedFile.parts(file) else { return }
            real.xShmBarrier?(inner)
        }
        methods.xShmUnmap = { file, isDeleting in
            guard let (_, inner, real) = SimulatedFile.parts(file) else { return SQLITE_IOERR }
            return real.xShmUnmap?(inner, isDeleting) ?? SQLITE_IOERR
        }
    }
}
