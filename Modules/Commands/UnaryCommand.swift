import ArgumentParser
import Charts
import Presentation
import RPC

/// A command that calls one unary method and prints its response.
protocol UnaryCommand: BusCommand {
    associatedtype Request: WireValue
    associatedtype Response: WireValue & Encodable

    static var method: RPC.Method<Request, Response> { get }

    /// The request with the arguments of the command.
    var request: Request { get throws }

    /// The command with its files stored. Called before ``request``.
    func prepared(_ client: Client, _ context: CommandContext) async throws -> Self

    /// The client of the method's server.
    func client(_ context: CommandContext) throws -> Client

    func callOptions(_ context: CommandContext) -> CallOptions

    /// Writes the files of the command. Called before the response is printed.
    /// - Returns: True if the response is not printed as text.
    func writeFiles(_ response: Response, _ output: Output) throws -> Bool

    /// The response for people; empty to print nothing.
    func text(_ response: Response, _ output: Output) -> String

    /// The text of a response that depends on further calls; nil for ``text(_:_:)``. Not called for
    /// JSON output.
    func text(_ response: Response, _ client: Client, _ context: CommandContext) async throws
        -> String?

    /// Called after the response was printed.
    func finish(_ response: Response, _ client: Client, _ context: CommandContext) async
}

extension UnaryCommand {
    var isSequential: Bool { true }

    func client(_ context: CommandContext) throws -> Client { try context.bus() }

    func prepared(_ client: Client, _ context: CommandContext) async throws -> Self { self }

    func callOptions(_ context: CommandContext) -> CallOptions { context.options() }

    func writeFiles(_ response: Response, _ output: Output) throws -> Bool { false }

    func text(
        _ response: Response, _ client: Client, _ context: CommandContext
    ) async throws -> String? { nil }

    func finish(_ response: Response, _ client: Client, _ context: CommandContext) async {}

    func run(_ context: CommandContext) async throws -> ExitStatus {
        let client = try client(context)
        let request = try await prepared(client, context).request
        let output = context.output
        let response = try await client.call(Self.method, request, callOptions(context))
        let isWritten = try writeFiles(response, output)
        let special = output.isJSON ? nil : try await text(response, client, context)
        try output.result(response) { isWritten ? "" : special ?? text(response, output) }
        await finish(response, client, context)
        return .done
    }
}

extension UnaryCommand where Request == Empty {
    var request: Empty { Empty() }
}

extension UnaryCommand where Response: TextPresentable {
    func text(_ response: Response, _ output: Output) -> String { response.text(output) }
}

/// A command whose text is not about the data of a profile, or has the time of the data itself.
protocol UndatedCommand: BusCommand {}

/// A command that calls one method of the supervisor.
protocol SupervisorCommand: UnaryCommand, UndatedCommand {}

extension SupervisorCommand {
    func client(_ context: CommandContext) throws -> Client { try context.supervisor() }
}

/// A command whose response can be drawn. Text is printed only without an output file.
protocol PictureCommand: UnaryCommand {
    var files: PictureOptions { get }

    func picture(_ response: Response) throws -> Picture
}

extension PictureCommand {
    func writeFiles(_ response: Response, _ output: Output) throws -> Bool {
        if files.hasFile { try files.write(picture(response), output) }
        return files.hasFile
    }
}

extension PictureCommand where Response: PicturePresentable {
    func picture(_ response: Response) -> Picture { response.picture }
}
