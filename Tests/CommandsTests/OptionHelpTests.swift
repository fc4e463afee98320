import ArgumentParser
import Testing

@testable import Commands

/// The help of the options of all commands.
@Suite struct OptionHelpTests {
    private static let options = options(of: Dayline.self)

    private static func options(
        of command: any ParsableCommand.Type
    ) -> [CommandSyntax.Parameter] {
        CommandSyntax(command).parameters.filter { $0.kind == .option }
            + command.configuration.subcommands.flatMap { options(of: $0) }
    }

    private static let abbreviations: Set = [
        "BYDAY", "CSV", "FHIR", "FREQ", "GPX", "HTML", "IANA", "JSON", "PDF", "PNG", "RFC", "SVG",
        "TLS",
        "UTC", "WEEKLY",
    ]

    @Test func `a value that a help names in capitals has that name in the usage`() {
        #expect(Self.options.count > 500)
        for option in Self.options {
            let values = (option.abstract ?? "").matches(of: #/\b[A-Z]{3,}\b/#)
                .map { String($0.output) }.filter { !Self.abbreviations.contains($0) }
            guard !values.isEmpty else { continue }
            let name = (option.valueName ?? "").uppercased()
            #expect(values.contains(name), "\(option.abstract ?? "")")
        }
    }

    @Test func `a declared default is not repeated in the help`() {
        for option in Self.options where option.defaultValue?.isEmpty == false {
            let help = option.abstract ?? ""
            #expect(!help.contains("(default"), "\(help)")
        }
    }
}
