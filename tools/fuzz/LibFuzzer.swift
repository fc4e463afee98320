#if LIBFUZZER
import FoundationEssentials
import Glibc

/// Runs libFuzzer's driver.
enum LibFuzzer {
    // Unchecked: set before libFuzzer runs, on the only thread.
    private nonisolated(unsafe) static var target: FuzzTarget?

    static func run() -> Never {
        // Without a target the program has its ordinary commands.
        let name = ProcessInfo.processInfo.environment["DAYLINE_FUZZ_TARGET"] ?? ""
        guard let chosen = FuzzTarget.named(name) else {
            Fuzz.perform(Array(CommandLine.arguments.dropFirst()))
            exit(0)
        }
        target = chosen
        var count = CommandLine.argc
        var arguments = Optional(CommandLine.unsafeArgv)
        exit(runDriver(&count, &arguments, readInput))
    }

    fileprivate static func read(_ bytes: UnsafeRawBufferPointer) {
        guard let target else { return }
        FuzzCase.begin(target, bytes)
        target.run(bytes)
    }
}

private func readInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    LibFuzzer.read(UnsafeRawBufferPointer(start: bytes, count: count))
    return 0
}

@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
    _ count: UnsafeMutablePointer<Int32>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
    _ body: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32
#endif
