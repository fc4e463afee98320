package import RPC
package import ZeroMQ

/// A message that the broker sends.
package enum BrokerAction {
    /// Forwards the frames of a message, from the route on, without decoding them. They can be sent again
    /// if `isRetained`.
    case forward(Preamble, CallID, FrameList, isRetained: Bool, to: UInt64)
    case signal(Preamble, CallID, to: UInt64)
    /// Sends a final created by the broker.
    case fail(Status, CallID, to: UInt64)
    /// Publishes an event of the broker.
    case publish(topic: String, [String: String])
    /// Passes a message to the broker's own services.
    case serve(Preamble, CallID, FrameList?, from: UInt64)
}
