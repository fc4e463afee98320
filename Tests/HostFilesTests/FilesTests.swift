import Glibc
import Testing

@testable import HostFiles

struct FilesTests {
    let temporary: TemporaryFolder

    init() throws {
        temporary = try TemporaryFolder()
    }

    @Test
    func `a file is replaced whole, for its owner alone, and no draft stays`() throws {
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
    func `a write that cannot be finished leaves the old contents and no draft`() throws {
        let path = "\(temporary.path)/taken"
        mkdir(path, 0o700)

        #expect(throws: HostFileError.self) { try Files.writeAtomically([1], to: path) }

        #expect(Files.names(in: temporary.path) == ["taken"])
    }

    @Test
    func `a missing file is an error for one reader and nil for the other`() throws {
        let path = "\(temporary.path)/none"

        #expect(throws: HostFileError.system(operation: "read", path: path, code: ENOENT)) {
            try Files.read(path)
        }
        #expect(try Files.readIfPresent(path) == nil)
    }

    @Test(arguments: [(10, true), (11, false)])
    func `a file over the limit is not read`(size: Int, fits: Bool) throws {
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
    func `the folder of a path`(path: String, folder: String) {
        #expect(Files.folder(of: path) == folder)
    }
}
