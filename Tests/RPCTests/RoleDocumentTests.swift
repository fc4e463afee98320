import Foundation
import RPC
import Testing

/// The table of roles in docs/protocol.md.
@Suite struct RoleDocumentTests {
    /// The second cell by the first one of each row of the table.
    private static func table() throws -> [String: String] {
        let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../docs/protocol.md")
        let lines = try String(contentsOf: path, encoding: .utf8)
            .split(separator: "\n", omittingEmptySubsequences: false)
        let start = try #require(lines.firstIndex(of: "| role | methods |"))
        var table: [String: String] = [:]
        for line in lines[(start + 2)...].prefix(while: { $0.hasPrefix("|") }) {
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            try #require(cells.count == 2, "\(line)")
            for role in code(cells[0]) { table[role] = cells[1] }
        }
        return table
    }

    /// The texts between grave accents.
    private static func code(_ cell: String) -> [String] {
        let pieces = cell.split(separator: "`", omittingEmptySubsequences: false)
        return stride(from: 1, to: pieces.count, by: 2).map { String(pieces[$0]) }
    }

    @Test func `the table has a row for each role`() throws {
        let roles = Scope.allCases.map(\.rawValue) + GlobalRole.allCases.map(\.rawValue)

        #expect(Set(try Self.table().keys) == Set(roles + ["replica", "worker:SERVICE"]))
    }

    @Test(arguments: GlobalRole.allCases)
    func `the row of a role for all profiles names its methods`(role: GlobalRole) throws {
        let row = try #require(try Self.table()[role.rawValue])

        #expect(Self.code(row).sorted() == role.calls.sorted())
    }

    @Test func `the row of replicas names their service`() throws {
        let row = try #require(try Self.table()["replica"])

        #expect(Self.code(row) == Role.replica.calls)
    }
}
