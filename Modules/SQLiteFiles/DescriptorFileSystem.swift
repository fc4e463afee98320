import GRDBSQLite
import Glibc

/// SQLite's access to files for programs that may open none: the name of a database is the number of
/// an open descriptor, and nothing is written.
enum DescriptorFileSystem {
    static let name = "dayline-descriptor"

    /// True if SQLite knows the file system.
    static let isRegistered: Bool = {
        guard sqlite3_initialize() == SQLITE_OK else { return false }
        let system = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
        system.initialize(to: fileSystem)
        // SQLite keeps the pointer until the end of the process.
        system.pointee.zName = UnsafePointer(strdup(name))
        return system.pointee.zName != nil && sqlite3_vfs_register(system, 0) == SQLITE_OK
    }()

    /// An open database, in memory that SQLite allocates.
    fileprivate struct File {
        /// The first member of each file of SQLite.
        var base: sqlite3_file
        var descriptor: Int32
    }

    private static var fileSystem: sqlite3_vfs {
        var system = sqlite3_vfs()
        system.iVersion = 1
        system.szOsFile = Int32(MemoryLayout<File>.size)
        system.mxPathname = 32
        system.xOpen = { _, name, file, flags, _ in
            guard let file else { return SQLITE_CANTOPEN }
            file.pointee.pMethods = nil
            guard flags & SQLITE_OPEN_MAIN_DB != 0, let name,
                let descriptor = Int32(String(cString: name))
            else { return SQLITE_CANTOPEN }
            file.withMemoryRebound(to: File.self, capacity: 1) { file in
                file.pointee.descriptor = descriptor
                file.pointee.base.pMethods = FileMethods.pointer
            }
            return SQLITE_OK
        }
        system.xDelete = { _, _, _ in InputError.delete }
        system.xAccess = { _, _, _, result in
            result?.pointee = 0
            return SQLITE_OK
        }
        system.xFullPathname = { _, name, count, result in
            guard let name, let result, strlen(name) < Int(count) else { return SQLITE_CANTOPEN }
            strcpy(result, name)
            return SQLITE_OK
        }
        system.xRandomness = { _, count, bytes in
            guard let bytes, count > 0 else { return 0 }
            memset(bytes, 0, Int(count))
            return count
        }
        system.xSleep = { _, microseconds in microseconds }
        system.xCurrentTime = { _, days in
            days?.pointee = 0
            return SQLITE_OK
        }
        system.xGetLastError = { _, _, _ in 0 }
        return system
    }
}

/// Reading a descriptor. The file counts as unchangeable, so that SQLite needs no lock and no
/// write-ahead log.
private enum FileMethods {
    // The memory is initialized once and never changed.
    nonisolated(unsafe) static let pointer: UnsafePointer<sqlite3_io_methods> = {
        let pointer = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
        pointer.initialize(to: methods)
        return UnsafePointer(pointer)
    }()

    fileprivate static func descriptor(_ file: UnsafeMutablePointer<sqlite3_file>?) -> Int32 {
        file?.withMemoryRebound(to: DescriptorFileSystem.File.self, capacity: 1) {
            $0.pointee.descriptor
        } ?? -1
    }

    private static var methods: sqlite3_io_methods {
        var methods = sqlite3_io_methods()
        methods.iVersion = 1
        methods.xClose = { _ in SQLITE_OK }
        methods.xRead = { file, bytes, count, offset in
            guard let bytes, count >= 0 else { return InputError.read }
            let file = FileMethods.descriptor(file)
            var read = 0
            while read < Int(count) {
                let part = pread(file, bytes + read, Int(count) - read, Int(offset) + read)
                if part < 0, errno == EINTR { continue }
                guard part >= 0 else { return InputError.read }
                guard part > 0 else { break }
                read += part
            }
            guard read < Int(count) else { return SQLITE_OK }
            memset(bytes + read, 0, Int(count) - read)
            return InputError.shortRead
        }
        methods.xWrite = { _, _, _, _ in SQLITE_READONLY }
        methods.xTruncate = { _, _ in SQLITE_READONLY }
        methods.xSync = { _, _ in SQLITE_OK }
        methods.xFileSize = { file, size in
            var status = stat()
            guard fstat(FileMethods.descriptor(file), &status) == 0 else {
                return InputError.status
            }
            size?.pointee = sqlite3_int64(status.st_size)
            return SQLITE_OK
        }
        methods.xLock = { _, _ in SQLITE_OK }
        methods.xUnlock = { _, _ in SQLITE_OK }
        methods.xCheckReservedLock = { _, result in
            result?.pointee = 0
            return SQLITE_OK
        }
        methods.xFileControl = { _, _, _ in SQLITE_NOTFOUND }
        methods.xSectorSize = { _ in 4096 }
        methods.xDeviceCharacteristics = { _ in SQLITE_IOCAP_IMMUTABLE }
        return methods
    }
}

/// Extended result codes of SQLite, whose macros Swift does not import.
private enum InputError {
    static let read = SQLITE_IOERR | 1 << 8
    static let shortRead = SQLITE_IOERR | 2 << 8
    static let status = SQLITE_IOERR | 7 << 8
    static let delete = SQLITE_IOERR | 10 << 8
}
