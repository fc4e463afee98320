import FoundationEssentials
import Glibc

/// Feeds bytes of strangers to what reads them:
///
///     dayline-fuzz run TARGET|all EXECUTIONS [SEED]
///     dayline-fuzz seeds TARGET FOLDER
///     dayline-fuzz targets
///
/// `run` changes known inputs at random, the same for the same seed; a fault stops the program.
/// `seeds` writes the known inputs for libFuzzer, which `tools/fuzz/run` builds this program with:
/// it then takes libFuzzer's arguments, and the target's name from `DAYLINE_FUZZ_TARGET`.
@main
struct Fuzz {
    static func main() {
        #if LIBFUZZER
        LibFuzzer.run()
        #else
        perform(Array(CommandLine.arguments.dropFirst()))
        #endif
    }

    static func perform(_ arguments: [String]) {
        let targets = FuzzTarget.allCases.map(\.rawValue).joined(separator: " ")
        if arguments == ["targets"] { return print(targets) }
        guard arguments.count >= 3, isDone(arguments) else {
            print(
                """
                usage: dayline-fuzz run TARGET|all EXECUTIONS [SEED]
                       dayline-fuzz seeds TARGET FOLDER
                       dayline-fuzz targets
                targets: \(targets)
                """)
            exit(2)
        }
    }

    /// False when the arguments make no sense.
    private static func isDone(_ arguments: [String]) -> Bool {
        switch arguments[0] {
        case "run":
            let targets =
                arguments[1] == "all"
                ? FuzzTarget.allCases : FuzzTarget(rawValue: arguments[1]).map { [$0] } ?? []
            guard let executions = Int(arguments[2]), executions > 0, !targets.isEmpty else {
                return false
            }
            let seed = arguments.count > 3 ? UInt64(arguments[3]) : 1
            guard let seed else { return false }
            for target in targets { run(target, executions / target.cost, seed) }
        case "seeds":
            guard let target = FuzzTarget(rawValue: arguments[1]) else { return false }
            for (number, bytes) in target.seeds.enumerated() {
                let path = "\(arguments[2])/\(number)"
                guard FileManager.default.createFile(atPath: path, contents: Data(bytes)) else {
                    return false
                }
            }
        default: return false
        }
        return true
    }

    private static func run(_ target: FuzzTarget, _ executions: Int, _ seed: UInt64) {
        var inputs = MutatedInputs(target.seeds, seed: seed)
        let start = ContinuousClock.now
        for execution in 0..<executions {
            let input = inputs.next()
            FuzzCase.begin(target, seed: seed, execution: execution, input)
            // A copy of its own size, so that reading beyond it is an error that tools see.
            let bytes = Array(input)
            bytes.withUnsafeBytes { target.run($0) }
        }
        let seconds = start.duration(to: .now) / .seconds(1)
        print("\(target.rawValue): \(executions) executions, \(Int(seconds * 1000)) ms")
    }
}

/// What is being executed, for the words of a fault.
enum FuzzCase {
    // The program has one thread.
    private nonisolated(unsafe) static var current = ""
    // As above.
    private nonisolated(unsafe) static var input: [UInt8] = []

    static func begin(_ target: FuzzTarget, seed: UInt64, execution: Int, _ bytes: [UInt8]) {
        current = "\(target.rawValue), seed \(seed), execution \(execution)"
        input = bytes
    }

    /// Of inputs that libFuzzer makes.
    static func begin(_ target: FuzzTarget, _ bytes: UnsafeRawBufferPointer) {
        current = target.rawValue
        input.removeAll(keepingCapacity: true)
        input.append(contentsOf: bytes)
    }

    /// Ends the program with status 1: what should hold does not. libFuzzer keeps the input of a
    /// program that ends while it reads, as it does when it crashes.
    static func fail(_ reason: String) -> Never {
        let text = "\(current): \(reason)\ninput: \(Data(input).base64EncodedString())\n"
        _ = Array(text.utf8).withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
        exit(1)
    }
}
