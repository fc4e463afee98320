import GRDBSQLite
import Glibc
import Synchronization

/// SQLite's access to files through simulated disks: the default one of the process. Files outside of the
/// folders of disks are accessed directly.
package enum SimulatedFileSystem {
    private static let disks = Mutex<[String: SimulatedDisk]>([:])

    /// True if SQLite uses the file system.
    package static let isRegistered: Bool = {
        guard sqlite3_initialize() == SQLITE_OK, let system = sqlite3_vfs_find(nil) else {
            return false
        }
        real = system
        let own = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
        own.initialize(to: fileSystem(over: system.pointee))
        // SQLite keeps the pointer until the end of the process.
        own.pointee.zName = UnsafePointer(strdup("dayline-simulation"))
        return own.pointee.zName != nil && sqlite3_vfs_register(own, 1) == SQLITE_OK
    }()

    /// Lets SQLite access the files of the folder of the disk through the disk.
    package static func attach(_ disk: SimulatedDisk) {
        disks.withLock { $0[disk.folder] = disk }
    }

    package static func detach(_ disk: SimulatedDisk) {
        disks.withLock { $0[disk.folder] = nil }
    }

    // Written once, before the file system is registered.
    private nonisolated(unsafe) static var real: UnsafeMutablePointer<sqlite3_vfs>?

    /// The disk of a path and the name of the file; nil for a path outside of all disks.
    private static func location(
        _ path: UnsafePointer<CChar>?
    ) -> (disk: SimulatedDisk, name: String)? {
        guard let path, let slash = strrchr(path, Int32(UInt8(ascii: "/"))) else { return nil }
        let folder = String(
            decoding: UnsafeRawBufferPointer(
                start: path, count: UnsafePointer(slash) - path), as: UTF8.self)
        guard let disk = disks.withLock({ $0[folder] }) else { return nil }
        return (disk, String(cString: slash + 1))
    }

    private static func fileSystem(over system: sqlite3_vfs) -> sqlite3_vfs {
        var own = system
        own.pNext = nil
        own.szOsFile = SimulatedFile.headerSize + system.szOsFile
        own.xOpen = { _, name, file, flags, outFlags in
            guard let real = SimulatedFileSystem.real, let open = real.pointee.xOpen, let file
            else {
                return SQLITE_CANTOPEN
            }
            guard let (disk, short) = SimulatedFileSystem.location(name) else {
                return open(real, name, file, flags, outFlags)
            }
            file.pointee.pMethods = nil
            let inner = SimulatedFile.inner(file)
            guard let number = disk.open(short, canCreate: flags & SQLITE_OPEN_CREATE != 0) else {
                return SQLITE_CANTOPEN
            }
            let code = open(real, name, inner, flags, outFlags)
            guard code == SQLITE_OK else {
                disk.close()
                return code
            }
            SimulatedFile.initialize(file, SimulatedFile(disk: disk, number: number))
            return SQLITE_OK
        }
        own.xDelete = { _, name, isDurable in
            guard let real = SimulatedFileSystem.real, let delete = real.pointee.xDelete else {
                return SQLITE_IOERR
            }
            if let (disk, short) = SimulatedFileSystem.location(name),
                let code = disk.remove(short)
            {
                return code
            }
            return delete(real, name, isDurable)
        }
        own.xAccess = { _, name, flags, result in
            guard let real = SimulatedFileSystem.real, let access = real.pointee.xAccess else {
                return SQLITE_IOERR
            }
            return access(real, name, flags, result)
        }
        own.xFullPathname = { _, name, count, result in
            guard let real = SimulatedFileSystem.real, let full = real.pointee.xFullPathname else {
                return SQLITE_IOERR
            }
            return full(real, name, count, result)
        }
        return own
    }
}
