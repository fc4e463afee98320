import Glibc
import PluginKit

/// Reads lines of milliseconds since 1970 and millilitres of water, and violates what the folder of its
/// plugin says: `handshake` and `limits` that check, `careless` those of progress, repetition and damage,
/// and it ignores signals; `fair` nothing.
@main
struct MisbehavingImporter: Importer {
    private enum Fault: String {
        case fair, handshake, limits, careless
    }

    private var fault: Fault {
        let folder = CommandLine.arguments[0].split(separator: "/").dropLast().last ?? ""
        return Fault(rawValue: String(folder)) ?? .fair
    }

    /// Samples of a batch, so that a small file has several.
    private static let batchSize = 1000

    func read(_ file: ImportFile, into batches: inout SampleBatches) throws {
        let fault = fault
        if fault == .handshake { exit(0) }
        let water = try batches.series(
            SeriesDescription(metric: "dietaryWater", unit: "mL", source: "Bottle"))
        if fault == .careless {
            for number in [SIGTERM, SIGINT, SIGHUP] { signal(number, SIG_IGN) }
            batches.ignore(Int(getpid()), of: "processes")
            // The kit sends the progress once a second.
            sleep(1)
            try batches.reportProgress(bytesRead: 1 << 40, of: 1 << 20)
        }
        var count = 0
        for part in try file.parts() {
            try part.readLines { line in
                let fields = line.text.split(separator: ",")
                guard fields.count == 2, let time = Int64(fields[0]), let amount = Double(fields[1])
                else {
                    if fault == .careless { abort() }
                    return try batches.quarantine(
                        line, type: "dietaryWater", reason: "no time and amount")
                }
                try batches.append(water, start: time, end: time, value: amount, from: line)
                count += 1
                if count.isMultiple(of: Self.batchSize) { try batches.flush() }
            }
        }
        if fault == .limits { batches.countFiles(["part": ItemCounts(ignored: -1)]) }
    }
}
