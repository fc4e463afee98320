import Contracts
import RPC

/// A command that writes a document of the tracker to a file or standard output.
protocol DocumentCommand: BusCommand {
    associatedtype Request: WireValue

    static var method: StreamMethod<Request, Packet<Empty>, Documents.ExportResponse> { get }

    /// The path; `-` is standard output.
    var file: String { get }

    var request: Request { get throws }

    /// The content of the written document, such as "3 samples".
    func summary(_ written: Documents.ExportResponse) -> String
}

extension DocumentCommand {
    func run(_ context: CommandContext) async throws -> ExitStatus {
        try await writeDocument(context)
    }

    func writeDocument(_ context: CommandContext) async throws -> ExitStatus {
        let request = try self.request
        let download = DocumentDownload(context: context, client: try context.bus())
        let written = try await download.receive(Self.method, request, into: file)
        let summary = "\(file): \(summary(written))"
        if file == "-" {
            context.output.printNotice(summary)
        } else {
            try context.output.result(written) { summary }
        }
        return .done
    }
}
