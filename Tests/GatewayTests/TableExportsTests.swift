import Contracts
import Foundation
import HostFiles
import RPC
import Testing
import Uploads

@testable import Gateway

/// Tables of a profile that are downloaded.
@Suite struct TableExportsTests {
    private let spool = Spool(folder: NSTemporaryDirectory() + "dl-tables-\(UUID().uuidString)")

    /// A service that does not answer before its caller is cancelled.
    private struct WaitingService: Service {
        let started: AsyncStream<Void>.Continuation

        func register(on router: inout RPC.Router) {
            router.handle(Insights.metrics) { _, _ in
                started.yield()
                try await Task.sleep(for: .seconds(60))
                throw CancellationError()
            }
        }
    }

    @Test func `both formats are written and leave no name`() async throws {
        let exports = TableExports()
        let bus = Client(inProcess: EmptyProfile())

        let database = try await exports.database(of: "kim", bus, in: spool)
        let files = try await exports.files(of: "ann", bus, in: spool)

        #expect(try database.next()?.starts(with: "SQLite format 3".utf8) == true)
        let activities = try #require(files.first { $0.name == "activities.csv" }).file
        #expect(try activities.next()?.starts(with: "id,".utf8) == true)
        #expect(Files.names(in: spool.folder).isEmpty)
    }

    @Test func `tables of a profile are refused until its download has ended`() async throws {
        let exports = TableExports()
        let bus = Client(inProcess: EmptyProfile())
        var files = try await exports.files(of: "kim", bus, in: spool).map(\.file)

        let failure = await #expect(throws: Status.self) {
            _ = try await exports.database(of: "kim", bus, in: spool)
        }
        let other = try await exports.database(of: "ann", bus, in: spool)
        files.removeLast(files.count - 1)
        let stillOpen = await #expect(throws: Status.self) {
            _ = try await exports.database(of: "kim", bus, in: spool)
        }
        #expect(files.count == 1)
        files = []
        let next = try await exports.database(of: "kim", bus, in: spool)

        #expect(failure?.code == .resourceExhausted)
        #expect(failure?.code.httpStatus == 429)
        #expect(stillOpen?.code == .resourceExhausted)
        #expect(other.size > 0)
        #expect(next.size > 0)
    }

    @Test func `files of a killed gateway are removed when it starts`() throws {
        try Files.createPrivateFolder("\(spool.folder)/tables-1")
        try Files.write([1], to: "\(spool.folder)/tables-1/samples.csv")
        try Files.write([1], to: "\(spool.folder)/upload-1")

        TableExports.removeIncomplete(in: spool)

        #expect(Files.names(in: spool.folder) == ["upload-1"])
    }

    @Test func `a failed export leaves no file and does not refuse the next one`() async throws {
        let exports = TableExports()
        let bus = Client(inProcess: RPC.Router([]))

        for _ in 0..<2 {
            let failure = await #expect(throws: Status.self) {
                _ = try await exports.database(of: "kim", bus, in: spool)
            }
            #expect(failure?.code != .resourceExhausted)
        }

        #expect(Files.names(in: spool.folder).isEmpty)
    }

    @Test func `tables are refused while others are written`() async throws {
        let exports = TableExports()
        let (started, continuation) = AsyncStream.makeStream(of: Void.self)
        let bus = Client(inProcess: WaitingService(started: continuation))
        let first = Task { [spool] in
            try await exports.files(of: "kim", bus, in: spool).map(\.name)
        }
        for await _ in started { break }

        var codes: [Status.Code?] = []
        for profile in ["kim", "ann"] {
            let failure = await #expect(throws: Status.self) {
                _ = try await exports.database(of: profile, bus, in: spool)
            }
            codes.append(failure?.code)
        }
        first.cancel()
        _ = await first.result

        #expect(codes == [.resourceExhausted, .resourceExhausted])
        #expect(Files.names(in: spool.folder).isEmpty)
    }

    @Test func `an open file is read after its name was removed`() throws {
        let path = NSTemporaryDirectory() + "dl-open-\(UUID().uuidString)"
        try Files.write([1, 2, 3], to: path)

        let file = try ExportedFile(path)
        unlink(path)

        #expect(file.size == 3)
        #expect(try file.next() == [1, 2, 3])
        #expect(try file.next() == nil)
    }
}
