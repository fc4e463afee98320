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

        let failure = await #expect(throws: Status.self) {
            _ = try await exports.database(of: "kim", bus, in: spool)
        }
        first.cancel()
        _ = await first.result

        #expect(failure?.code == .resourceExhausted)
        #expect(Files.names(in: spool.folder).isEmpty)
    }

    @Test func `an open file is read after its name was removed`() throws {
        let path = NSTemporaryDirectory() + "dl-open-\(UUID().uuidString)"
        try Files.write([1, 2, 3], to: path)

        let file = try OpenFile(path)
        unlink(path)

        #expect(file.size == 3)
        #expect(try file.next() == [1, 2, 3])
        #expect(try file.next() == nil)
    }
}
