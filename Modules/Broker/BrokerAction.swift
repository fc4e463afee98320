package import RPC
package import ZeroMQ

/// What the broker wants sent.
package enum BrokerAction {
    /// Passes the frames of a message on, from the route on and unread. They are `kept` when they may
    /// have to be sent again.
    case forward(Preamble, CallID, FrameList, isRetained: Bool, to: UInt64)
    case signal(Preamble, CallID, to: UInt64)
    /// A final that the broker makes itself.
    case fail(Status, CallID, to: UInt64)
    /// An event of the broker's own.
    case publish(topic: String, [String: String])
    /// Something for the broker's own services.
    case serve(Preamble, CallID, FrameList?, from: UInt64)
}
