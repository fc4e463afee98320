import Foundation
import RPC
import Testing

@testable import Commands

/// Answers to messages of the Model Context Protocol, without a running system.
@Suite struct MCPServerTests {
    private func answer(_ text: String) async throws -> [String: Any]? {
        let home = NSTemporaryDirectory() + "dl-mcp-\(UUID().uuidString.prefix(8))"
        let output = Output(isJSON: false, environment: [:])
        let context = try CommandContext(
            home: home, profile: "default", output: output, environment: [:])
        var server = MCPServer(tools: MCPTools(context: context, scopes: [.read]))
        return try await server.answer(to: .message(Array(text.utf8))).map { bytes in
            try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
        }
    }

    private func code(_ answer: [String: Any]?) -> Int? {
        (answer?["error"] as? [String: Any])?["code"] as? Int
    }

    @Test(arguments: [
        ("{", -32700), ("\u{0}", -32700), ("[]", -32600), ("7", -32600), ("{}", -32600),
        (#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#, -32600),
        (#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#, -32600),
        (#"{"jsonrpc":"2.0","id":1,"method":"x"}"#, -32601),
        (#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":[]}"#, -32602),
        (#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{}}"#, -32602),
        (#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#, -32603),
    ])
    func `an invalid message is answered with an error`(message: String, code: Int) async throws {
        #expect(self.code(try await answer(message)) == code)
    }

    @Test func `notifications and responses have no answer`() async throws {
        #expect(
            try await answer(#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#) == nil)
        #expect(try await answer(#"{"jsonrpc":"2.0","id":1,"result":{}}"#) == nil)
    }

    @Test(arguments: [
        ("2024-11-05", "2024-11-05"), ("2025-03-26", "2025-03-26"), ("1999-01-01", "2025-06-18"),
    ])
    func `a supported version is accepted and another one replaced`(
        requested: String, version: String
    ) async throws {
        let message =
            #"{"jsonrpc":"2.0","id":"a","method":"initialize","params":"#
            + #"{"protocolVersion":"\#(requested)","capabilities":{}}}"#

        let answer = try await answer(message)

        let result = try #require(answer?["result"] as? [String: Any])
        #expect(result["protocolVersion"] as? String == version)
        #expect(answer?["id"] as? String == "a")
    }

    @Test func `a line above the limit is dropped and the next one read`() throws {
        let path = NSTemporaryDirectory() + "dl-lines-\(UUID().uuidString)"
        try Data("ab\n\n  \nabcdef\nabc".utf8).write(to: URL(fileURLWithPath: path))
        let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
        var lines = MessageLines(
            BlockReader(file.fileDescriptor, path, blockBytes: 4), limit: 3)

        #expect(try lines.next() == .message(Array("ab".utf8)))
        #expect(try lines.next() == .tooLong)
        #expect(try lines.next() == .message(Array("abc".utf8)))
        #expect(try lines.next() == nil)
    }
}
