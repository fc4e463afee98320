import Contracts
import Presentation

/// The progress of a running import as texts.
struct RunningImportText {
    private let running: Imports.RunningImport

    init(_ running: Imports.RunningImport) {
        self.running = running
    }

    /// The stage, as a heading.
    var stage: String {
        switch running.state {
        case .waiting: "Waiting"
        case .reading: "Reading"
        case .publishing: "Storing"
        case .folding: "Computing day totals"
        }
    }

    /// The read share of the file in percent; nil: the size is unknown, or the file is not being read.
    var percent: Int? {
        guard running.state == .reading, running.totalBytes > 0 else { return nil }
        let share = Double(running.bytes) / Double(running.totalBytes)
        return Int(min(1, max(0, share)) * 100)
    }

    /// The share for a badge.
    var share: String { percent.map { "\($0) %" } ?? stage.lowercased() }

    /// The read bytes.
    var amount: String {
        let bytes =
            running.totalBytes > 0
            ? "\(NumberText.bytes(running.bytes)) of \(NumberText.bytes(running.totalBytes))"
            : "\(NumberText.bytes(running.bytes)) so far"
        return running.read > 0 ? "\(bytes), \(NumberText.count(running.read, "record"))" : bytes
    }

    /// True if nothing of the import is stored yet.
    var canBeCancelled: Bool { running.state == .waiting || running.state == .reading }

    /// A sentence about the stage.
    var sentence: String {
        switch running.state {
        case .waiting: "Another import of the profile runs. This one starts when it ends."
        case .reading where running.silentSeconds >= 10:
            "The importer runs. Its last batch is \(NumberText.seconds(running.silentSeconds.rounded())) old."
        case .reading: "\(amount) read. Stop discards all that was read."
        case .publishing: "The file is read. Its records are being stored in one step."
        case .folding: "All records are stored. Pages already show the days that are computed."
        }
    }
}
