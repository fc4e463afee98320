import ArgumentParser
import FoundationEssentials
import Glibc
import RPC

struct CallCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "call", abstract: "Call any method on the bus; streams print a line an item.",
        discussion: "See what there is with: dayline services")

    @Argument(help: "SERVICE/METHOD, such as dayline.aggregation.Insights/Trends.")
    var method: String

    @Argument(help: "The request as JSON; - reads it from standard input.")
    var request: String?

    @Option(help: "Milliseconds to wait for the answer.")
    var deadline: UInt32 = 30_000

    @OptionGroup var globals: GlobalOptions

    func run(_ session: Session) async throws -> ExitStatus {
        guard let name = MethodName(path: method) else {
            throw UsageError(
                "\"\(method)\" is no method: it takes a service, a slash and a method.",
                hint: "See what there is with: dayline services")
        }
        let options = CallOptions(
            deadline: .afterMilliseconds(deadline), profile: session.profileName, window: 8)
        // Room for items does no harm to a method that sends none.
        let call = OutgoingCall(
            name: name, kind: .serverStream, content: WireContent(body: Bytes(try body())),
            options: options, isRepeatable: false)
        let output = session.output
        let reply = try await session.bus().transport.perform(call) { _ in
        } receive: { item in
            output.line(try CallText.json(item))
        }
        output.line(try CallText.json(reply))
        return .done
    }

    private func body() throws -> String {
        guard let request else { return "{}" }
        var bytes = Array(request.utf8)
        if request == "-" {
            bytes = []
            var block = [UInt8](repeating: 0, count: 64 << 10)
            while true {
                let count = read(STDIN_FILENO, &block, block.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { break }
                bytes += block[..<count]
            }
        }
        guard (try? JSONDecoder().decode(AnyJSON.self, from: Data(bytes))) != nil else {
            throw UsageError(
                "The request is not JSON.", hint: "For example: '{\"name\":\"steps\"}'")
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// Any JSON at all: whether it is JSON is all that is asked.
private struct AnyJSON: Decodable {
    init(from decoder: any Decoder) throws {
        if var list = try? decoder.unkeyedContainer() {
            while !list.isAtEnd { _ = try list.decode(AnyJSON.self) }
        } else if let object = try? decoder.container(keyedBy: AnyKey.self) {
            for key in object.allKeys { _ = try object.decode(AnyJSON.self, forKey: key) }
        } else {
            _ = try decoder.singleValueContainer()
        }
    }

    private struct AnyKey: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) {
            self.stringValue = stringValue
        }

        init?(intValue: Int) { nil }
    }
}

/// A message of the bus as a line of JSON.
enum CallText {
    /// The body; columns, where there are some, beside it under `columns`.
    static func json(_ content: WireContent) throws -> String {
        let body = content.body.isEmpty ? "{}" : content.body.text
        guard !content.columns.isEmpty else { return body }
        let columns = try content.columns.map { column in
            "\(try Output.json(column.name)):\(try values(column))"
        }
        return "{\"body\":\(body),\"columns\":{\(columns.joined(separator: ","))}}"
    }

    /// An array of numbers; opaque bytes as Base64.
    private static func values(_ column: Column) throws -> String {
        switch column.type {
        case .int32: return try Output.json(column.bytes.array(of: Int32.self))
        case .int64: return try Output.json(column.bytes.array(of: Int64.self))
        case .uint64: return try Output.json(column.bytes.array(of: UInt64.self))
        case .float64:
            let numbers = column.bytes.array(of: Double.self)
            // JSON has no word for what is no number.
            return try Output.json(
                numbers.map { number -> Double? in number.isFinite ? number : nil })
        case .bytes:
            let data = column.bytes.withUnsafeBytes { Data($0) }
            return try Output.json(data)
        }
    }
}
