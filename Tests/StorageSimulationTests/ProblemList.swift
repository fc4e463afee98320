import Synchronization

/// Collects problems of concurrent runs.
final class ProblemList: Sendable {
    private let problems = Mutex<[String]>([])

    var all: [String] { problems.withLock { $0 } }

    func add(_ new: [String]) {
        problems.withLock { $0 += new }
    }
}
