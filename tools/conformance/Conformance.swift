import Conformance
import Glibc

/// `dayline-conformance [--allow-skips] FILE…`: runs files of cases and says which fail.
@main
struct ConformanceProgram {
    static func main() {
        let arguments = CommandLine.arguments.dropFirst()
        let allowsSkips = arguments.contains("--allow-skips")
        let files = arguments.filter { $0 != "--allow-skips" }
        guard !files.isEmpty, !files.contains(where: { $0.hasPrefix("-") }) else {
            reportError("usage: dayline-conformance [--allow-skips] FILE…")
            exit(2)
        }
        var report = ConformanceReport()
        for file in files {
            do {
                try report.run(CaseFile(contentsOf: file), in: CaseEnvironment(caseFile: file))
            } catch {
                reportError("\(file): \(error)")
                exit(2)
            }
        }
        for line in report.lines {
            print(line)
        }
        print(report.summary)
        exit(report.failed == 0 && (report.skipped == 0 || allowsSkips) ? 0 : 1)
    }

    /// Standard error, as a descriptor: the C stream is shared mutable state.
    private static func reportError(_ sentence: String) {
        let bytes = Array((sentence + "\n").utf8)
        _ = write(STDERR_FILENO, bytes, bytes.count)
    }
}
