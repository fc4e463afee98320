import ArgumentParser
import Glibc
import RPC

struct MCPCommand: BusCommand {
    static let configuration = CommandConfiguration(
        name: "mcp",
        abstract: "Serve a profile to an assistant by the Model Context Protocol.",
        discussion: .examples(
            after: """
                Messages are JSON-RPC 2.0, one a line, on standard input and output. The tools are the \
                methods that read the profile; --allow-log adds those that add and change records. \
                No network is used.
                """, "mcp", "mcp --allow-log", "--profile demo mcp"))

    @Flag(help: "Offer tools that add and change records too (default: only reading).")
    var allowLog = false

    @OptionGroup var globals: GlobalOptions

    func run(_ context: CommandContext) async throws -> ExitStatus {
        var server = MCPServer(
            tools: MCPTools(context: context, scopes: allowLog ? [.read, .log] : [.read]))
        var lines = MessageLines(
            BlockReader(STDIN_FILENO, "Standard input"), limit: MCPServer.messageLimit)
        while let line = try lines.next() {
            guard let answer = await server.answer(to: line) else { continue }
            try context.output.bytes(answer + [UInt8(ascii: "\n")])
        }
        return .done
    }
}
