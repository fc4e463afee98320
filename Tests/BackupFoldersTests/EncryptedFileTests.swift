import BackupFolders
import Foundation
import Glibc
import HostFiles
import RPC
import Randomness
import Testing

@Suite final class EncryptedFileTests {
    private let folder = NSTemporaryDirectory() + "dl-encrypted-\(UUID().uuidString)"
    private let key: BackupSecretKey

    init() throws {
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        key = try BackupSecretKey.create(at: "\(folder)/key")
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private var encrypted: String { "\(folder)/encrypted" }
    private var decrypted: String { "\(folder)/decrypted" }

    private static func random(_ count: Int) -> [UInt8] {
        var generator = SplitMix64(seed: UInt64(count))
        return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }

    /// The bytes of the encrypted file of contents.
    private func encrypt(_ contents: [UInt8]) throws -> [UInt8] {
        try Files.writeAtomically(contents, to: "\(folder)/plain")
        let (path, descriptor) = try Files.createTemporary(beside: encrypted)
        defer { close(descriptor) }
        let input = try Files.open("\(folder)/plain", O_RDONLY, "read")
        defer { close(input) }
        try EncryptedFile.encrypt(
            input, named: "plain", to: descriptor, named: encrypted, for: key.recipient)
        try FileManager.default.moveItem(atPath: path, toPath: encrypted)
        return try Files.read(encrypted)
    }

    private func code(decrypting bytes: [UInt8], with key: BackupSecretKey) throws -> Status.Code? {
        try Files.writeAtomically(bytes, to: encrypted)
        do {
            try EncryptedFile.decrypt(encrypted, to: decrypted, with: key)
            return nil
        } catch {
            #expect(!FileManager.default.fileExists(atPath: decrypted))
            return Status(describing: error).code
        }
    }

    @Test(arguments: [0, 1, 65_535, 65_536, 65_537, 131_072, 200_000])
    func `the secret key returns the contents`(count: Int) throws {
        let contents = Self.random(count)
        _ = try encrypt(contents)

        try EncryptedFile.decrypt(encrypted, to: decrypted, with: key)

        #expect(try Files.read(decrypted) == contents)
        let attributes = try FileManager.default.attributesOfItem(atPath: decrypted)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test func `an encrypted file has no part of its contents, and no two are equal`() throws {
        let contents = Array(repeating: Array("planted value ".utf8), count: 20_000).flatMap(\.self)

        let first = try encrypt(contents)
        try FileManager.default.removeItem(atPath: encrypted)
        let second = try encrypt(contents)

        #expect(Data(first).range(of: Data("planted".utf8)) == nil)
        #expect(first.count == second.count)
        #expect(first.suffix(first.count - 27) != second.suffix(second.count - 27))
    }

    @Test func `a file that was cut anywhere is refused`() throws {
        let bytes = try encrypt(Self.random(131_072))
        let pieces = bytes.count - 2 * 65_553

        for length in [0, 10, 27, 60, pieces, pieces + 65_553, bytes.count - 1] {
            let code = try code(decrypting: Array(bytes[..<length]), with: key)
            #expect(code != nil, "\(length)")
        }
        #expect(try code(decrypting: bytes + [0], with: key) == .dataLoss)
        #expect(try code(decrypting: bytes, with: key) == nil)
    }

    @Test func `a changed byte is found`() throws {
        let bytes = try encrypt(Self.random(100_000))

        for position in [30, 110, 140, 70_000, bytes.count - 1] {
            var changed = bytes
            changed[position] ^= 1
            #expect(try code(decrypting: changed, with: key) != nil, "\(position)")
        }
    }

    @Test func `another key and a plain file are refused`() throws {
        let bytes = try encrypt([1])
        let other = try BackupSecretKey.create(at: "\(folder)/other")

        #expect(try code(decrypting: bytes, with: other) == .permissionDenied)
        #expect(try code(decrypting: Array("plain".utf8), with: key) == .invalidArgument)
        try Files.writeAtomically(bytes, to: encrypted)
        #expect(throws: Status.self) { try EncryptedFile.requirePlain(encrypted, named: "a") }
        try EncryptedFile.requirePlain("\(folder)/plain", named: "a")
    }
}
