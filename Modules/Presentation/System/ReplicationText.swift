package import Contracts

extension Replication.StateResponse {
    /// The role of the home for people; empty for a primary that was never superseded nor promoted.
    package var sentences: [String] {
        switch role {
        case .primary:
            former.map {
                ["\($0), the former primary, has not been told yet that this home was promoted."]
            } ?? []
        case .superseded:
            [
                "This home accepts no changes: another one was promoted"
                    + (supersededAt.map { ", as it learned at \($0)." } ?? ".")
            ]
                + (supersededFile.map {
                    ["The changes that only this home has are in its file \($0)."]
                } ?? [])
        case .replica: replicaSentences
        }
    }

    private var replicaSentences: [String] {
        let source = primary ?? "another home"
        var sentences = [
            asOf.map { "This home is a replica of \(source), with the data as of \($0)." }
                ?? "This home is a replica of \(source), whose data is being copied."
        ]
        if let lagSeconds, lagSeconds >= Self.notedLag {
            sentences[0] += " It last had all changes \(NumberText.seconds(lagSeconds)) ago."
        }
        if let copied { sentences.append("Copying data: \(Int(copied * 100)) % are equal.") }
        if let problem { sentences.append("No changes are received: \(problem)") }
        if let clockAheadMilliseconds, clockAheadMilliseconds.magnitude >= Self.notedSkew {
            let seconds = NumberText.seconds(Double(clockAheadMilliseconds.magnitude) / 1000)
            sentences.append(
                "The clock of the primary is \(seconds) \(clockAheadMilliseconds > 0 ? "ahead of" : "behind") "
                    + "the clock of this machine.")
        }
        return sentences
    }

    /// In seconds; a replica without problems is brought up to date at least as often.
    private static let notedLag = 30.0
    /// In milliseconds.
    private static let notedSkew: UInt64 = 5000
}
