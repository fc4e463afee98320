import Contracts
import RPC

/// Receives batches with credit for one at a time, so that an importer that sends more, or that waits
/// for more credit, is found.
struct CreditTrial: Service {
    let receiver: BatchReceiver

    func register(on router: inout Router) {
        receiver.register(on: &router, window: 1)
    }

    /// The pauses before batches are processed. An importer without regard to credit sends its next
    /// batches meanwhile.
    struct Pauses {
        private let isTrial: Bool
        private var count = 0

        private static let first = Duration.milliseconds(500)
        private static let later = Duration.milliseconds(20)
        private static let limit = 50

        init(isTrial: Bool) {
            self.isTrial = isTrial
        }

        /// Waits if this is a trial. A cancelled task does not wait: its next batch has the reason.
        mutating func pause() async {
            guard isTrial, count < Self.limit else { return }
            try? await Task.sleep(for: count == 0 ? Self.first : Self.later)
            count += 1
        }
    }
}
