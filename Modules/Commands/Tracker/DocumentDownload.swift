import Glibc
import HostFiles
import RPC
import Synchronization

/// Writes a document that a worker streams into a file, a pipe or the terminal.
struct DocumentDownload {
    let context: CommandContext
    let client: Client

    /// Receives a document and replaces `file` when it is complete; `-` is standard output.
    func receive<Request: WireValue, Response: WireValue>(
        _ method: StreamMethod<Request, Packet<Empty>, Response>,
        _ request: Request,
        into file: String
    ) async throws -> Response {
        guard file != "-" else {
            if isatty(STDOUT_FILENO) == 1 { return try await receiveEscaped(method, request) }
            return try await receive(
                method, request, into: STDOUT_FILENO, named: "Standard output")
        }
        if Files.isStream(file) { return try await receive(method, request, through: file) }
        let target = Files.resolvingLinks(file)
        let (temporary, descriptor) = try Files.createTemporary(beside: target)
        defer { close(descriptor) }
        do {
            let exported = try await receive(method, request, into: descriptor, named: file)
            guard fsync(descriptor) == 0, rename(temporary, target) == 0 else {
                throw Status(
                    .failedPrecondition,
                    "The file \(file) cannot be written: \(String(cString: strerror(errno))).")
            }
            try Files.syncFolder(of: target)
            return exported
        } catch {
            unlink(temporary)
            throw error
        }
    }

    /// Writes to the terminal with control characters escaped.
    private func receiveEscaped<Request: WireValue, Response: WireValue>(
        _ method: StreamMethod<Request, Packet<Empty>, Response>, _ request: Request
    ) async throws -> Response {
        let lines = Mutex(TerminalFile())
        let exported = try await client.stream(method, request, context.optionsWithoutDeadline()) {
            piece in
            let data = try piece.columns.column("data", .bytes)
            try context.output.bytes(
                lines.withLock { lines in data.withUnsafeBytes { lines.visible(piece: $0) } })
        }
        try context.output.bytes(lines.withLock { $0.finished() })
        return exported
    }

    /// Writes to a device or a pipe as data arrives.
    private func receive<Request: WireValue, Response: WireValue>(
        _ method: StreamMethod<Request, Packet<Empty>, Response>,
        _ request: Request,
        through file: String
    ) async throws -> Response {
        let descriptor = open(file, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw Status(
                .failedPrecondition,
                "The file \(file) cannot be written: \(String(cString: strerror(errno))).")
        }
        defer { close(descriptor) }
        return try await receive(method, request, into: descriptor, named: file)
    }

    private func receive<Request: WireValue, Response: WireValue>(
        _ method: StreamMethod<Request, Packet<Empty>, Response>,
        _ request: Request,
        into descriptor: Int32, named name: String
    ) async throws -> Response {
        try await client.stream(method, request, context.optionsWithoutDeadline()) { piece in
            let data = try piece.columns.column("data", .bytes)
            try data.withUnsafeBytes { (bytes) throws(Status) in
                var rest = bytes[...]
                while !rest.isEmpty {
                    let count = write(
                        descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                    if count < 0, errno == EINTR { continue }
                    guard count > 0 else {
                        throw Status(
                            .failedPrecondition,
                            "\(name) cannot be written: \(String(cString: strerror(errno))).")
                    }
                    rest = rest.dropFirst(count)
                }
            }
        }
    }
}
