import CMosquitto
import Glibc
import RPC

/// A connection to an MQTT broker on a thread of libmosquitto, which connects again when it has ended.
final class MQTTConnection: Sendable {
    enum Event: Sendable {
        case connected
        /// The broker refused the connection, or it ended; with the reason as a phrase.
        case ended(String)
        case message(topic: String, payload: [UInt8])
    }

    /// Messages that wait; the oldest are dropped.
    private static let eventLimit = 1024

    let events: AsyncStream<Event>
    // Unchecked: libmosquitto locks its connection.
    nonisolated(unsafe) private let connection: OpaquePointer
    private let receiver: Unmanaged<Receiver>

    private final class Receiver: Sendable {
        let continuation: AsyncStream<Event>.Continuation

        init(_ continuation: AsyncStream<Event>.Continuation) {
            self.continuation = continuation
        }
    }

    /// Begins to connect. The broker publishes the payload `offline` to `availability`, retained, when the
    /// connection is lost.
    /// - Throws: FAILED_PRECONDITION if libmosquitto is not installed, INVALID_ARGUMENT for a host that it
    ///   refuses.
    init(_ broker: MQTTBrokerSettings, id: String, availability: String) throws(Status) {
        let (events, continuation) = AsyncStream.makeStream(
            of: Event.self, bufferingPolicy: .bufferingNewest(Self.eventLimit))
        self.events = events
        let receiver = Unmanaged.passRetained(Receiver(continuation))
        let connection = dayline_mqtt_new(
            id, broker.user, broker.password, broker.usesTLS ? 1 : 0, availability,
            HomeAssistantTopics.offline,
            { context, kind, topic, payload, length in
                guard let context else { return }
                Unmanaged<Receiver>.fromOpaque(context).takeUnretainedValue().continuation.yield(
                    MQTTConnection.event(kind, topic, payload, length))
            }, receiver.toOpaque())
        guard let connection else {
            receiver.release()
            throw Status(
                .failedPrecondition, "libmosquitto cannot be used.",
                hint: "Install it with: sudo apt install libmosquitto1")
        }
        (self.connection, self.receiver) = (connection, receiver)
        let code = dayline_mqtt_start(connection, broker.host, Int32(broker.port))
        guard code == 0 else {
            // All properties are set, so that deinit closes the connection.
            throw Status(
                .invalidArgument, "The broker \(broker.host) cannot be used: \(Self.error(code)).",
                hint: "Use the name or the address of the broker.")
        }
    }

    deinit {
        dayline_mqtt_close(connection)
        receiver.takeUnretainedValue().continuation.finish()
        receiver.release()
    }

    private static func event(
        _ kind: Int32, _ topic: UnsafePointer<CChar>?, _ payload: UnsafeRawPointer?, _ length: Int32
    ) -> Event {
        switch kind {
        case Int32(DAYLINE_MQTT_CONNECTED): return .connected
        case Int32(DAYLINE_MQTT_REFUSED):
            return .ended(String(cString: dayline_mqtt_refusal(length)))
        case Int32(DAYLINE_MQTT_ENDED): return .ended(error(length))
        default:
            let bytes = UnsafeRawBufferPointer(start: payload, count: max(0, Int(length)))
            return .message(
                topic: topic.map { String(cString: $0) } ?? "", payload: Array(bytes))
        }
    }

    private static func error(_ code: Int32) -> String {
        String(cString: dayline_mqtt_error(code))
    }

    /// Publishes a retained text; nil removes the retained one. A failure is repeated with the next
    /// connection.
    func publish(_ text: String?, to topic: String) {
        var text = text ?? ""
        _ = text.withUTF8 {
            dayline_mqtt_publish(connection, topic, $0.baseAddress, Int32($0.count), 1)
        }
    }

    func subscribe(_ topic: String) {
        _ = dayline_mqtt_subscribe(connection, topic)
    }
}
