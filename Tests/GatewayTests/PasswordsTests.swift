import Foundation
import RPC
import Testing

@testable import Gateway

struct PasswordsTests {
    private static func withFile(_ body: (String) async throws -> Void) async throws {
        let path = FileManager.default.temporaryDirectory
            .appendingPathComponent("dl-passwords-\(UUID().uuidString).json").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try await body(path)
    }

    @Test func `only the password of the profile is valid, also after a restart`() async throws {
        try await Self.withFile { path in
            try await Passwords(path: path).set("correct horse", of: "default")
            let passwords = try Passwords(path: path)

            #expect(try await passwords.isValid("correct horse", of: "default"))
            for wrong in ["", "correct hors", "correct horse ", "Correct horse", "correct horse\0"]
            {
                #expect(try await !passwords.isValid(wrong, of: "default"), "\(wrong)")
            }
            #expect(try await !passwords.isValid("correct horse", of: "kim"))
        }
    }

    @Test func `the file has an Argon2id hash and is readable by its owner only`() async throws {
        try await Self.withFile { path in
            try await Passwords(path: path).set("correct horse", of: "default")

            let text = try String(contentsOfFile: path, encoding: .utf8)
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
            #expect(text.contains("$argon2id$"))
            #expect(!text.contains("correct"))
            #expect(mode as? Int == 0o600)
        }
    }

    @Test func `a removed password is not valid`() async throws {
        try await Self.withFile { path in
            let passwords = try Passwords(path: path)
            try await passwords.set("correct horse", of: "default")
            try await passwords.set(nil, of: "default")

            #expect(try await !passwords.isValid("correct horse", of: "default"))
            #expect(passwords.profiles.isEmpty)
        }
    }

    @Test func `short and long passwords are refused`() async throws {
        try await Self.withFile { path in
            let passwords = try Passwords(path: path)
            for text in ["", "123456789", String(repeating: "a", count: 1025)] {
                await #expect(throws: Status.self) { try await passwords.set(text, of: "default") }
            }
            try await passwords.set(String(repeating: "ü", count: 512), of: "default")
        }
    }

    @Test func `a damaged file is an error with its path`() async throws {
        try await Self.withFile { path in
            try Data("{".utf8).write(to: URL(fileURLWithPath: path))
            #expect(throws: Status.self) { try Passwords(path: path) }
        }
    }
}
