import Memberwise
package import RPC

/// A service with methods of every kind for tests.
package struct Probe: Service {
    package static let name = "org.example.Probe"
    package static let echo = Method<Text, Text>(name, "Echo", repeatable: true)
    package static let fail = Method<Text, Text>(name, "Fail")
    package static let wait = Method<Empty, Empty>(name, "Wait")
    /// Waits for cancellation at the first call, and answers the second one.
    package static let second = Method<Empty, Count>(name, "Second", repeatable: true)
    package static let count = StreamMethod<Count, Number, Count>(name, "Count")
    package static let sum = UploadMethod<Empty, Number, Count>(name, "Sum")
    package static let columns = Method<Packet<Text>, Packet<Text>>(name, "Columns")

    @Message
    package struct Text: Codable, Hashable, WireValue {
        package var text: String
    }

    @Message
    package struct Number: Codable, Hashable, WireValue {
        package var value: Int
    }

    @Message
    package struct Count: Codable, Hashable, WireValue {
        package var count: Int
    }

    package let recorder = HandlerRecorder()

    package init() {}

    package func register(on router: inout Router) {
        router.handle(Self.echo) { request, _ in request }
        router.handle(Self.fail) { request, _ in
            throw Status(.notFound, request.text, hint: "Look elsewhere.")
        }
        router.handle(Self.wait) { _, _ in
            try await waitUntilCancelled()
            return Empty()
        }
        router.handle(Self.second) { _, _ in
            let isFirst = !recorder.events.contains(.started)
            if isFirst { try await waitUntilCancelled() }
            return Count(count: isFirst ? 1 : 2)
        }
        router.handle(Self.count) { request, _, writer in
            for value in 0..<request.count {
                try await writer.send(Number(value: value))
                recorder.record(.sent(value))
            }
            return request
        }
        router.handle(Self.sum) { _, _, reader in
            var sum = 0
            while let number = try await reader.next() {
                guard number.value >= 0 else {
                    throw Status(.invalidArgument, "No negative numbers.")
                }
                sum += number.value
            }
            return Count(count: sum)
        }
        router.handle(Self.columns) { request, _ in request }
    }

    private func waitUntilCancelled() async throws {
        recorder.record(.started)
        do {
            try await Task.sleep(for: .seconds(3600))
        } catch {
            recorder.record(.cancelled)
            throw error
        }
    }
}
