/// The place of an event in the events of a profile: `EPOCH-NUMBER` on the wire.
package struct EventPosition: Hashable, Sendable {
    /// Identifies the process that counts the events.
    var epoch: UInt32
    var number: Int

    /// An epoch that differs from that of the process before.
    static func newEpoch() -> UInt32 { .random(in: .min ... .max) }
}

extension EventPosition: LosslessStringConvertible {
    /// Nil if the text is not of the form.
    package init?(_ text: String) {
        let parts = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let epoch = UInt32(parts[0]), let number = Int(parts[1]) else {
            return nil
        }
        self.init(epoch: epoch, number: number)
    }

    package var description: String { "\(epoch)-\(number)" }
}
