import Contracts
import Crypto
import Foundation
import Testing
import Texts

@testable import NotifierService

/// Web Push: the example of RFC 8291, section 5, and a browser that decrypts.
@Suite struct PushEncryptionTests {
    private static let browserPoint =
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"

    private func key(_ point: String, _ secret: String) throws -> PushKey {
        try #require(
            Contracts.Notifications.Subscription(
                publicKey: point, secret: secret, hasText: true
            ).key)
    }

    @Test func `the example of RFC 8291 has the same bytes`() throws {
        let own = try #require(Base64URL.bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"))
        let encryption = PushEncryption(
            to: try key(Self.browserPoint, "BTBZMqHH6r4Tts7J_aSIgg"),
            sender: try P256.KeyAgreement.PrivateKey(rawRepresentation: own),
            salt: try #require(Base64URL.bytes("DGv6ra1nlYgDCS1FRnbzlw")))

        let body = try encryption.encrypted(Array("When I grow up, I want to be a watermelon".utf8))

        #expect(
            Base64URL.text(body)
                == "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vC"
                + "YLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXL"
                + "WyouBWLVWGNWQexSgSxsj_Qulcy4a-fN")
    }

    @Test(arguments: [
        ("", "BTBZMqHH6r4Tts7J_aSIgg"), (browserPoint, "BTBZMqHH6r4Tts7J_aSI"),
        (String(browserPoint.dropLast(4)), "BTBZMqHH6r4Tts7J_aSIgg"), ("BAAA", "????"),
    ])
    func `keys that are not a point and 16 bytes are refused`(point: String, secret: String) {
        let subscription = Contracts.Notifications.Subscription(
            publicKey: point, secret: secret, hasText: false)

        #expect(subscription.key == nil)
    }

    @Test func `a token is valid for its delivery and key only`() {
        let key = SymmetricKey(size: .bits256)
        let token = ActionToken(of: "default/hook/a", key).text

        #expect(ActionToken.isValid(token, of: "default/hook/a", key))
        #expect(!ActionToken.isValid(token, of: "default/hook/b", key))
        #expect(!ActionToken.isValid(token, of: "default/hook/a", SymmetricKey(size: .bits256)))
        #expect(!ActionToken.isValid(String(token.dropLast()) + "é", of: "default/hook/a", key))
        #expect(!ActionToken.isValid("", of: "default/hook/a", key))
    }

    @Test func `keys are created once, and a damaged file is refused with its path`() throws {
        let path = NSTemporaryDirectory() + "dl-keys-\(UUID().uuidString).json"
        defer { unlink(path) }

        let first = try NotifierKeys(path: path)
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(try NotifierKeys(path: path).pushKey == first.pushKey)
        #expect(attributes[.posixPermissions] as? Int == 0o600)

        try Data("{".utf8).write(to: URL(fileURLWithPath: path))
        let failure = #expect(throws: (any Error).self) { try NotifierKeys(path: path) }
        #expect("\(failure.map { "\($0)" } ?? "")".contains(path))
    }
}
