import BusTestKit
import RPC
import TestKit
import Testing
import ZeroMQTransport

/// Small messages beside continuous large ones.
@Suite(.cleanup, .timeLimit(.minutes(1)))
struct BulkTests {
    /// Transfers columns of a megabyte until cancelled, and answers small calls meanwhile.
    private struct Flood: Service {
        static let name = "dayline.test.Flood"
        static let download = StreamMethod<Empty, Packet<Empty>, Empty>(name, "Pour")
        static let upload = UploadMethod<Empty, Packet<Empty>, Empty>(name, "Drink")
        static let echo = Method<Probe.Text, Probe.Text>(name, "Echo")

        static let megabyte = Packet(
            Empty(), columns: [Column("data", .bytes, Bytes([UInt8](repeating: 7, count: 1 << 20)))]
        )

        let recorder = HandlerRecorder()

        func register(on router: inout Router) {
            router.handle(Self.download) { _, _, writer in
                try await repeatUntilCancelled { try await writer.send(Self.megabyte) }
            }
            router.handle(Self.upload) { _, _, reader in
                try await repeatUntilCancelled { _ = try await reader.next() }
            }
            router.handle(Self.echo) { request, _ in request }
        }

        private func repeatUntilCancelled(_ step: () async throws -> Void) async throws -> Empty {
            do {
                while true {
                    try await step()
                    recorder.record(.started)
                }
            } catch {
                recorder.record(.cancelled)
                throw error
            }
        }
    }

    @Test(arguments: [MethodKind.serverStream, .clientStream])
    func `bulk transfers delay neither small calls nor cancellation`(direction: MethodKind)
        async throws
    {
        let bus = try await Bus()
        let flood = Flood()
        _ = try await bus.worker(flood)
        let other = BusConnection(endpoint: bus.endpoint, loop: bus.loop)
        let bulk = Task {
            let options = CallOptions(deadline: .never)
            switch direction {
            case .clientStream:
                _ = try await bus.client.upload(Flood.upload, Empty(), options) { writer in
                    while true { try await writer.send(Flood.megabyte) }
                }
            default:
                _ = try await bus.client.stream(Flood.download, Empty(), options) { _ in }
            }
        }
        await flood.recorder.wait(for: .started)

        // On the connection of the bulk transfer itself, and on another.
        for client in [bus.client, Client(other)] {
            for number in 0..<100 {
                let reply = try await client.call(Flood.echo, .init(text: "\(number)"))
                #expect(reply.text == "\(number)")
            }
        }
        #expect(!flood.recorder.events.contains(.cancelled))
        bulk.cancel()
        await flood.recorder.wait(for: .cancelled)

        _ = await bulk.result
        other.close()
    }
}
