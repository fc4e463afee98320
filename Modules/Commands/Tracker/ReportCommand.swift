import ArgumentParser
import Charts
import Contracts
import Presentation
import RPC

struct ReportCommand: UnaryCommand {
    static let configuration = CommandConfiguration(
        name: "report",
        abstract: "Show a week, month or year beside the one before.",
        discussion: """
            Has the agenda, rates and streaks of activities, averages of health data, and weight \
            milestones, up to the day of --on. The files have pictures; those of a Markdown file are \
            written beside it.

            EXAMPLES:
              dayline report week
              dayline report month --on 2026-10-31 --pdf october.pdf
              dayline report year --html year.html
            """)
    static let method = Insights.report

    enum Period: String, CaseIterable, ExpressibleByArgument {
        case week, month, year
    }

    @Argument(help: "Report the week, month or year that contains the day of --on.")
    var period: Period

    @OptionGroup var asOf: AsOfOption

    @Option(
        help: ArgumentHelp("Write an HTML page; - is standard output.", valueName: "file"),
        completion: .file())
    var html: String?

    @Option(
        help: ArgumentHelp("Write a PDF; - is standard output.", valueName: "file"),
        completion: .file())
    var pdf: String?

    @Option(
        help: ArgumentHelp(
            "Write Markdown, and its pictures beside it; - is standard output, without pictures.",
            valueName: "file"),
        completion: .file())
    var md: String?

    @OptionGroup var globals: GlobalOptions

    private var paths: [String] { [html, pdf, md].compactMap(\.self) }

    func validate() throws {
        let count = paths.count { $0 == "-" }
        guard count <= 1 else {
            throw ValidationError(
                "Only one file can be written to standard output (-). Give the others a path.")
        }
        guard count == 0 || !globals.json else {
            throw ValidationError(
                "Standard output is requested for both a file and JSON. Leave out --json.")
        }
    }

    var request: Insights.ReportRequest {
        Insights.ReportRequest(
            period: period.rawValue, on: asOf.on,
            daily: paths.isEmpty ? nil : Insights.ReportResponse.drawnMetrics)
    }

    func writeFiles(_ report: Insights.ReportResponse, _ output: Output) throws -> Bool {
        guard !paths.isEmpty else { return false }
        let document = report.document
        if let html { try PictureOptions.write(text: document.html, to: html, output) }
        if let pdf { try PictureOptions.write(document.pdf(), to: pdf, output) }
        if let md { try write(markdown: document, to: md, output) }
        return true
    }

    /// Writes the pictures as FILE-1.svg and so on, without the suffix of the Markdown file.
    private func write(markdown document: Document, to path: String, _ output: Output) throws {
        guard path != "-" else {
            return try PictureOptions.write(
                text: document.markdown(pictures: []), to: path, output)
        }
        let stem = path.hasSuffix(".md") ? String(path.dropLast(3)) : path
        let files = document.pictures.indices.map { "\(stem)-\($0 + 1).svg" }
        for (picture, file) in zip(document.pictures, files) {
            try PictureOptions.write(text: picture.svg(), to: file, output)
        }
        let names = files.map {
            String($0[($0.lastIndex(of: "/").map($0.index(after:)) ?? $0.startIndex)...])
        }
        try PictureOptions.write(text: document.markdown(pictures: names), to: path, output)
    }
}
