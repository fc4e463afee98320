import Contracts
import Presentation
import Tracker

extension ImportText {
    /// The exports of a folder, each with the command that imports it.
    static func candidates(_ files: [Imports.ExportFile], _ output: Output) -> String {
        TextTable(
            of: files, .right("size") { NumberText.bytes($0.bytes) },
            .left("first day") { $0.first ?? "-" }, .left("last day") { $0.last ?? "-" },
            .left("import it with") { file in
                let command = output.addressed(hint: ": dayline import \(quoted(file.path))")
                return String(command.dropFirst(2))
            }
        ).text(output)
    }
}
