import Glibc
import RPC

/// The corrected command line for a name that is not found, after a person has confirmed the name
/// that the error offers.
struct NameCorrection {
    private let typed: String
    private let offered: String

    /// Nil if the error is about something else or offers no name.
    init?(_ status: Status) {
        guard status.code == .notFound,
            let typed = status.message.firstMatch(of: #/called "(.+)"\.$/#)?.1,
            let offered = status.hint?.wholeMatch(of: #/Did you mean "(.+)"\?/#)?.1
        else { return nil }
        self.typed = String(typed)
        self.offered = String(offered)
    }

    /// The arguments with the offered name. Nil if the name is not among them or the answer is not
    /// yes.
    ///
    /// `ask` prints a question and returns the typed line; nil at the end of input.
    func arguments(_ arguments: [String], ask: (String) -> String?) -> [String]? {
        guard arguments.contains(typed) else { return nil }
        let answer = ask("There is no \"\(typed)\". Use \"\(offered)\"? [y/N] ")
        guard let answer, ["y", "yes"].contains(answer.lowercased()) else { return nil }
        return arguments.map { $0 == typed ? offered : $0 }
    }

    /// True if a person can be asked.
    static func canAsk(_ output: Output) -> Bool {
        !output.isJSON && isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1
    }
}
