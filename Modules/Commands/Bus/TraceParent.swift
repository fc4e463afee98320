import ArgumentParser

/// A W3C trace context, version 00: `00-TRACE-PARENT-FLAGS` in lower-case hexadecimal digits.
struct TraceParent: ExpressibleByArgument, Hashable {
    let text: String

    /// Nil if the text has another form, or its trace or parent is zero.
    init?(argument: String) {
        let parts = argument.split(separator: "-", omittingEmptySubsequences: false)
        let digits = Set("0123456789abcdef")
        guard parts.map(\.count) == [2, 32, 16, 2], parts[0] == "00",
            parts.allSatisfy({ digits.isSuperset(of: $0) }),
            parts[1...2].allSatisfy({ !$0.allSatisfy { $0 == "0" } })
        else { return nil }
        text = argument
    }
}
