package import RPC
package import ZeroMQ

/// A message that the broker sends.
package enum BrokerAction {
    /// Forwards a message without decoding its frames from the route on. Retained frames can be
    /// sent again; others are empty afterwards.
    case forward(Preamble, CallID, FrameList, isRetained: Bool, to: UInt64)
    /// Sends a message of two frames, which has no route, header or body.
    case signal(Preamble, CallID, to: UInt64)
    /// Sends a final created by the broker.
    case fail(Status, CallID, to: UInt64)
    /// Publishes an event of the broker.
    case publish(topic: String, [String: String])
    /// Passes a message to the broker's own services.
    case serve(Preamble, CallID, FrameList?, from: UInt64)
}
