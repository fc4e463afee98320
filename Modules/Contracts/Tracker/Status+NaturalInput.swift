package import NaturalInput
package import RPC

extension Status {
    /// The error for a text that is not a day or a range of days; `subject` is the argument or
    /// field with the day.
    package init(_ error: DayError, in subject: String) {
        self.init(
            .invalidArgument, "\(subject) takes a day, and \(error.problem).", hint: error.remedy)
    }

    /// The error for a text that is not a number or an amount.
    package init(_ error: AmountError) {
        self.init(.invalidArgument, "\(error.problem).", hint: error.remedy)
    }
}
