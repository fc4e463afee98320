import BackupFolders
import Contracts
import Foundation
import HostFiles
import RPC
import Randomness
import Testing

@Suite struct BackupFolderTests {
    /// A folder for backups, a home and files beside each other.
    private final class Place {
        let root = NSTemporaryDirectory() + "dl-backups-\(UUID().uuidString)"
        var folder: String { "\(root)/drive" }
        var home: String { "\(root)/home" }

        init() throws {
            for path in [folder, home] {
                try FileManager.default.createDirectory(
                    atPath: path, withIntermediateDirectories: true)
            }
        }

        deinit { try? FileManager.default.removeItem(atPath: root) }

        /// Writes a file and returns its path.
        func write(_ bytes: [UInt8]) throws -> String {
            try Files.writeAtomically(bytes, to: "\(root)/source")
            return "\(root)/source"
        }

        /// All files below the folder, with their contents.
        func contents() throws -> [String: Data] {
            let names = try FileManager.default.subpathsOfDirectory(atPath: folder)
            return names.reduce(into: [:]) { files, name in
                files[name] = FileManager.default.contents(atPath: "\(folder)/\(name)")
            }
        }

        func create(_ recipient: BackupRecipient? = nil) throws -> BackupFolder {
            try BackupFolder.create(at: folder, home: home, recipient: recipient).folder
        }
    }

    private static let summary = Backups.Snapshot(
        at: "2026-03-01T02:00:00.000Z", verifiedAt: "2026-03-01T02:00:01.000Z", bytes: 1,
        addedBytes: 1, schema: 1, profiles: ["anna"], samples: 0, imports: 0, photos: 0)

    /// Writes and confirms a snapshot of one file.
    private func backUp(
        _ bytes: [UInt8], to folder: BackupFolder, at now: Int64, _ place: Place
    ) throws -> (name: BackupSnapshotName, added: Int64) {
        let writer = try BackupSnapshotWriter(folder)
        try writer.add(place.write(bytes), as: BackupFileList.databasePath)
        let name = BackupSnapshotName(at: now)
        _ = try writer.commit(as: name)
        try folder.confirm(name, Self.summary)
        return (name, writer.addedBytes)
    }

    private func restored(
        _ name: BackupSnapshotName, from folder: BackupFolder, _ place: Place
    ) throws -> [UInt8] {
        let target = "\(place.root)/restored"
        defer { try? FileManager.default.removeItem(atPath: target) }
        try folder.extract(folder.files(of: name).database, to: target)
        return try Files.read(target)
    }

    private func random(_ count: Int) -> [UInt8] {
        var generator = SplitMix64(seed: UInt64(count))
        return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }

    private func code(of body: () throws -> Void) -> Status.Code? {
        do {
            try body()
            return nil
        } catch {
            return Status(describing: error).code
        }
    }

    @Test(arguments: [0, 1, 32_767, 32_768, 32_769, 100_000])
    func `a file is restored from its blocks alone`(count: Int) throws {
        let place = try Place()
        let bytes = random(count)
        let name = try backUp(bytes, to: place.create(), at: 0, place).name

        let opened = try BackupFolder(place.folder, key: .absent)

        #expect(opened.verifiedSnapshots == [name])
        #expect(try restored(name, from: opened, place) == bytes)
    }

    @Test func `a later snapshot adds only the blocks that have changed`() throws {
        let place = try Place()
        let folder = try place.create()
        var bytes = random(100_000)
        let first = try backUp(bytes, to: folder, at: 0, place)
        let original = bytes
        bytes[40_000] ^= 1

        let second = try backUp(bytes, to: folder, at: 86_400_000, place)
        let third = try backUp(bytes, to: folder, at: 172_800_000, place)

        #expect(first.added == 100_000)
        #expect(second.added == 32_768)
        #expect(third.added == 0)
        #expect(try restored(first.name, from: folder, place) == original)
        #expect(try restored(second.name, from: folder, place) == bytes)
    }

    @Test func `the blocks of a removed snapshot are removed unless another has them`() throws {
        let place = try Place()
        let folder = try place.create()
        let first = try backUp(random(70_000), to: folder, at: 0, place)
        let second = try backUp(random(70_000) + [1], to: folder, at: 1000, place)

        folder.remove(first.name)
        try folder.removeUnusedBlocks()

        #expect(try restored(second.name, from: folder, place) == random(70_000) + [1])
        let blocks = try place.contents().keys.filter { $0.utf8.count > 64 }
        #expect(blocks.count == 3)
    }

    @Test func `an encrypted folder has no text of a file and opens with the secret key only`()
        throws
    {
        let place = try Place()
        let key = try BackupSecretKey.create(at: "\(place.root)/secret")
        let other = try BackupSecretKey.create(at: "\(place.root)/other")
        let planted = Array("a planted sentence of a diary".utf8)
        let folder = try place.create(key.recipient)
        let name = try backUp(planted, to: folder, at: 0, place).name

        let stored = try place.contents()
        let opened = try BackupFolder(
            place.folder, key: .secret(try BackupSecretKey(file: "\(place.root)/secret")))

        for (path, data) in stored {
            #expect(data.range(of: Data("planted".utf8)) == nil, "\(path)")
            #expect(data.range(of: Data("anna".utf8)) == nil, "\(path)")
        }
        #expect(try restored(name, from: opened, place) == planted)
        #expect(code { _ = try BackupFolder(place.folder, key: .absent) } == .unauthenticated)
        #expect(
            code { _ = try BackupFolder(place.folder, key: .secret(other)) } == .unauthenticated)
    }

    @Test(arguments: [false, true])
    func `a damaged block is reported, and the next backup writes it again`(
        isEncrypted: Bool
    ) throws {
        let place = try Place()
        let key = try BackupSecretKey.create(at: "\(place.root)/secret")
        let folder = try place.create(isEncrypted ? key.recipient : nil)
        let bytes = random(50_000)
        let name = try backUp(bytes, to: folder, at: 0, place).name
        let block = try #require(try place.contents().keys.first { $0.utf8.count > 64 })
        var damaged = try Files.read("\(place.folder)/\(block)")
        damaged[7] ^= 1
        try Files.writeAtomically(damaged, to: "\(place.folder)/\(block)")

        let list = try folder.files(of: name)
        let found = code { try folder.verify(list.database) }
        _ = try backUp(bytes, to: folder, at: 1000, place)

        #expect(found == .dataLoss)
        #expect(code { try folder.verify(list.database) } == nil)
        #expect(try restored(name, from: folder, place) == bytes)
    }

    @Test func `files are private, and an unfinished snapshot leaves none`() throws {
        let place = try Place()
        let folder = try place.create()
        _ = try backUp(random(40_000), to: folder, at: 0, place)
        let before = try place.contents().keys.sorted()
        let writer = try BackupSnapshotWriter(folder)
        try writer.add(place.write(random(90_000)), as: BackupFileList.databasePath)
        writer.discard()

        let after = try place.contents().keys.sorted()

        #expect(after == before)
        for name in try FileManager.default.subpathsOfDirectory(atPath: place.folder) {
            let attributes = try FileManager.default.attributesOfItem(
                atPath: "\(place.folder)/\(name)")
            let isFolder = attributes[.type] as? FileAttributeType == .typeDirectory
            #expect(attributes[.posixPermissions] as? Int == (isFolder ? 0o700 : 0o600), "\(name)")
        }
    }

    @Test func `an absent or other folder is not written`() throws {
        let place = try Place()
        let id = try place.create().id
        try FileManager.default.moveItem(atPath: place.folder, toPath: "\(place.root)/away")
        try FileManager.default.createDirectory(
            atPath: place.folder, withIntermediateDirectories: true)

        let absent = code { _ = try BackupFolder(place.folder, id: id, key: .absent) }
        let empty = try place.contents()
        _ = try place.create()
        let other = code { _ = try BackupFolder(place.folder, id: id, key: .absent) }

        #expect(absent == .notFound)
        #expect(empty.isEmpty)
        #expect(other == .failedPrecondition)
        #expect(code { _ = try place.create() } == .alreadyExists)
    }

    @Test func `a secret key that others can read or that exists is refused`() throws {
        let place = try Place()
        let path = "\(place.root)/secret"
        _ = try BackupSecretKey.create(at: path)
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        let again = code { _ = try BackupSecretKey.create(at: path) }
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)

        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(again == .alreadyExists)
        #expect(code { _ = try BackupSecretKey(file: path) } == .permissionDenied)
        #expect(code { _ = try BackupSecretKey(file: place.write([1])) } == .invalidArgument)
        #expect(code { _ = try BackupRecipient("dayline-backup-AAAA") } == .invalidArgument)
    }
}
