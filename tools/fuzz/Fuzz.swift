import FoundationEssentials
import Glibc

/// Runs parsers of untrusted bytes with random inputs:
///
///     dayline-fuzz run TARGET|all EXECUTIONS [SEED]
///     dayline-fuzz exactly TARGET|importers EXECUTIONS [SEED]
///     dayline-fuzz seeds TARGET FOLDER
///     dayline-fuzz targets
///
/// `run` mutates known inputs at random, the same way for the same seed; a failed check ends the program.
/// Slow targets have fewer executions of `run`, and all have as many of `exactly`. `importers` lists the
/// targets that read the files of importers.
/// `seeds` writes the known inputs for libFuzzer. Built by `tools/fuzz/run` with libFuzzer, the program
/// takes libFuzzer's arguments, and the name of the target from `DAYLINE_FUZZ_TARGET`.
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
        let targets = FuzzTarget.all.map(\.name).joined(separator: " ")
        if arguments == ["targets"] { return print(targets) }
        if arguments == ["importers"] {
            let importers = FuzzTarget.all.filter(\.isImporter)
            return print(importers.map(\.name).joined(separator: "\n"))
        }
        guard arguments.count >= 3, perform(command: arguments) else {
            print(
                """
                usage: dayline-fuzz run TARGET|all EXECUTIONS [SEED]
                       dayline-fuzz exactly TARGET|importers EXECUTIONS [SEED]
                       dayline-fuzz seeds TARGET FOLDER
                       dayline-fuzz targets|importers
                targets: \(targets)
                """)
            exit(2)
        }
    }

    /// Runs a command. False if the arguments are invalid.
    private static func perform(command arguments: [String]) -> Bool {
        switch arguments[0] {
        case "run", "exactly":
            let targets =
                switch arguments[1] {
                case "all": FuzzTarget.all
                case "importers": FuzzTarget.all.filter(\.isImporter)
                default: FuzzTarget.named(arguments[1]).map { [$0] } ?? []
                }
            guard let executions = Int(arguments[2]), executions > 0, !targets.isEmpty else {
                return false
            }
            let seed = arguments.count > 3 ? UInt64(arguments[3]) : 1
            guard let seed else { return false }
            for target in targets {
                run(target, arguments[0] == "run" ? executions / target.cost : executions, seed)
            }
        case "seeds":
            guard let target = FuzzTarget.named(arguments[1]) else { return false }
            for (number, bytes) in target.seeds().enumerated() {
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
        var inputs = MutatedInputs(target.seeds(), seed: seed)
        let start = ContinuousClock.now
        for execution in 0..<executions {
            let input = inputs.next()
            FuzzCase.begin(target, seed: seed, execution: execution, input)
            // An exact copy, so that sanitizers detect reads beyond its end.
            let bytes = Array(input)
            bytes.withUnsafeBytes { target.run($0) }
        }
        let seconds = start.duration(to: .now) / .seconds(1)
        print("\(target.name): \(executions) executions, \(Int(seconds * 1000)) ms")
    }
}

/// The current execution, for failure messages.
enum FuzzCase {
    // Unchecked: the program has one thread.
    private nonisolated(unsafe) static var current = ""
    // As above.
    private nonisolated(unsafe) static var input: [UInt8] = []

    static func begin(_ target: FuzzTarget, seed: UInt64, execution: Int, _ bytes: [UInt8]) {
        current = "\(target.name), seed \(seed), execution \(execution)"
        input = bytes
    }

    /// Begins an execution with an input of libFuzzer.
    static func begin(_ target: FuzzTarget, _ bytes: UnsafeRawBufferPointer) {
        current = target.name
        input.removeAll(keepingCapacity: true)
        input.append(contentsOf: bytes)
    }

    /// Ends the program with status 1 after a failed check. libFuzzer saves the input of a program that
    /// exits during an execution, as after a crash.
    static func fail(_ reason: String) -> Never {
        let text = "\(current): \(reason)\ninput: \(Data(input).base64EncodedString())\n"
        _ = Array(text.utf8).withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
        exit(1)
    }
}
