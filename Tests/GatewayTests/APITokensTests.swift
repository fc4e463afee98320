import Foundation
import RPC
import Testing

@testable import Gateway

@Suite struct APITokensTests {
    private let path = NSTemporaryDirectory() + "dayline-tokens-\(UUID().uuidString).json"

    private func create(
        _ name: String, for profile: String = "default", _ scopes: [Scope] = [.read]
    ) throws -> Token {
        try APITokens(path: path).create(name, for: profile, scopes: scopes, now: 1000)
    }

    @Test func `a token is found after a restart, and the file has only its hash`() throws {
        defer { unlink(path) }
        let token = try create("phone", [.push, .log])

        let found = try #require(try APITokens(path: path).find(token.text, now: 2000))
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(
            found.name == "phone" && found.profile == "default" && found.scopes == [.log, .push])
        #expect(!text.contains(token.text) && text.contains(token.hash))
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(try APITokens(path: path).list(of: "default").map(\.used) == [2000])
    }

    @Test func `a removed token is unknown, and another profile cannot remove it`() throws {
        defer { unlink(path) }
        let token = try create("phone")
        let tokens = try APITokens(path: path)

        #expect(throws: Status.self) { try tokens.remove("phone", of: "kim") }
        #expect(tokens.find(token.text, now: 1000) != nil)
        try tokens.remove("phone", of: "default")
        #expect(tokens.find(token.text, now: 1000) == nil)
        #expect(try APITokens(path: path).list(of: "default") == [])
    }

    @Test(arguments: ["", "a\nb", String(repeating: "a", count: 65)])
    func `a name of another form is rejected`(name: String) {
        #expect(throws: Status.self) { try create(name) }
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func `a name is unique in its profile, and a token has a scope`() throws {
        defer { unlink(path) }
        _ = try create("phone")
        _ = try create("phone", for: "kim")

        #expect(throws: Status.self) { try create("phone") }
        #expect(throws: Status.self) { try create("none", []) }
    }

    @Test func `a damaged file is named with its remedy`() throws {
        defer { unlink(path) }
        try "{".write(toFile: path, atomically: false, encoding: .utf8)

        let error = #expect(throws: Status.self) { try APITokens(path: path) }
        #expect(error?.code == .failedPrecondition && error?.message.contains(path) == true)
    }
}
