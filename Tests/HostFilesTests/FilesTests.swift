import Glibc
import RPC
import Testing

@testable import HostFiles

struct FilesTests {
    @Test func `a file in an absent folder has the remedy to create the folder`() {
        let error = HostFileError.system(operation: "write", path: "/absent/a.db", code: ENOENT)

        #expect(error.status.hint?.hasSuffix("mkdir -p /absent") == true)
    }

    @Test(arguments: [
        (ENOENT, "ls -ld /home/kim/days/settings"),
        (ENOTDIR, "/home/kim/days, or a folder above it"),
        (EACCES, "ls -ld /home/kim/days /home/kim/days/settings"), (EIO, "dmesg"),
    ])
    func `a file that cannot be read has a remedy`(code: Int32, remedy: String) {
        let path = "/home/kim/days/settings"
        let error = HostFileError.system(operation: "read", path: path, code: code)

        #expect(error.status.hint?.contains(remedy) == true)
    }

    @Test func `a read-only folder has the remedy for the system service`() {
        let error = HostFileError.system(operation: "write", path: "/mnt/drive/a.db", code: EROFS)

        #expect(error.status.hint?.hasSuffix("ReadWritePaths=/mnt/drive") == true)
    }

    let temporary: TemporaryFolder

    init() throws {
        temporary = try TemporaryFolder()
    }

    @Test
    func `a replaced file is complete, private and leaves no temporary file`() throws {
        let path = "\(temporary.path)/settings.json"
        let long = [UInt8](repeating: 7, count: 100_000)

        try Files.writeAtomically(long, to: path)
        #expect(try Files.read(path) == long)
        try Files.writeAtomically([1, 2, 3], to: path)

        #expect(try Files.read(path) == [1, 2, 3])
        #expect(permissions(of: path) == 0o600)
        #expect(Files.names(in: temporary.path) == ["settings.json"])
    }

    @Test
    func `a failed write leaves the old contents and no temporary file`() throws {
        let path = "\(temporary.path)/taken"
        mkdir(path, 0o700)

        #expect(throws: HostFileError.self) { try Files.writeAtomically([1], to: path) }

        #expect(Files.names(in: temporary.path) == ["taken"])
    }

    @Test
    func `read throws for a missing file and readIfPresent returns nil`() throws {
        let path = "\(temporary.path)/none"

        #expect(throws: HostFileError.system(operation: "read", path: path, code: ENOENT)) {
            try Files.read(path)
        }
        #expect(try Files.readIfPresent(path) == nil)
    }

    @Test func `a folder is removed with its files unless it has folders`() throws {
        try temporary.write("a", to: "flat/a")
        try temporary.write("b", to: "flat/b")
        try temporary.write("a", to: "deep/a")
        try temporary.write("b", to: "deep/within/b")

        for name in ["flat", "deep", "absent"] { Files.removeFolder("\(temporary.path)/\(name)") }

        #expect(Files.names(in: temporary.path) == ["deep"])
        #expect(Files.names(in: "\(temporary.path)/deep") == ["within"])
        #expect(Files.names(in: "\(temporary.path)/deep/within") == ["b"])
    }

    @Test(arguments: [(10, true), (11, false)])
    func `a file over the size limit is rejected`(size: Int, fits: Bool) throws {
        let path = "\(temporary.path)/file"
        try Files.writeAtomically([UInt8](repeating: 1, count: size), to: path)

        if fits {
            #expect(try Files.read(path, limit: 10).count == 10)
        } else {
            #expect(throws: HostFileError.fileTooLarge(path: path, limit: 10)) {
                try Files.read(path, limit: 10)
            }
        }
    }

    @Test(arguments: [
        ("/a/b", "/a"), ("/a", "/"), ("a", "."), ("/a/b/c.txt", "/a/b"), ("a/b", "a"),
    ])
    func `the folder of a path is the text before its last slash`(path: String, folder: String) {
        #expect(Files.folder(of: path) == folder)
    }
}
