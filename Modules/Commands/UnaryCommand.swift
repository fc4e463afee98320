import ArgumentParser
import Charts
import RPC

/// A command that calls one unary method and prints its response.
protocol UnaryCommand: BusCommand {
    associatedtype Request: WireValue
    associatedtype Response: WireValue & Encodable

    static var method: RPC.Method<Request, Response> { get }

    /// The request with the arguments of the command.
    var request: Request { get throws }

    /// The client of the method's server.
    func client(_ context: CommandContext) throws -> Client

    func callOptions(_ context: CommandContext) -> CallOptions

    /// The response for people; empty to print nothing.
    func text(_ response: Response, _ output: Output) -> String

    /// Called after the response was printed.
    func finish(_ response: Response, _ client: Client, _ context: CommandContext) async
}

extension UnaryCommand {
    func client(_ context: CommandContext) throws -> Client { try context.bus() }

    func callOptions(_ context: CommandContext) -> CallOptions { context.options() }

    func finish(_ response: Response, _ client: Client, _ context: CommandContext) async {}

    func run(_ context: CommandContext) async throws -> ExitStatus {
        let request = try self.request
        let client = try client(context)
        let response = try await client.call(Self.method, request, callOptions(context))
        try context.output.result(response) { text(response, context.output) }
        await finish(response, client, context)
        return .done
    }
}

extension UnaryCommand where Request == Empty {
    var request: Empty { Empty() }
}

/// A command that calls one method of the supervisor.
protocol SupervisorCommand: UnaryCommand {}

extension SupervisorCommand {
    func client(_ context: CommandContext) throws -> Client { try context.supervisor() }
}

/// A command whose response can be drawn. Text is printed only without an output file.
protocol PictureCommand: UnaryCommand {
    var files: PictureOptions { get }

    func picture(_ response: Response) throws -> Picture
}

extension PictureCommand {
    func run(_ context: CommandContext) async throws -> ExitStatus {
        let request = try self.request
        let client = try client(context)
        let response = try await client.call(Self.method, request, callOptions(context))
        if files.isWanted { try files.write(picture(response), context.output) }
        try context.output.result(response) {
            files.isWanted ? "" : text(response, context.output)
        }
        await finish(response, client, context)
        return .done
    }
}
