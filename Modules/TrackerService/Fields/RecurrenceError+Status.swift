import RPC
import Tracker

extension RecurrenceError {
    var status: Status {
        switch self {
        case .malformed(let part):
            Status(
                .invalidArgument, "\"\(part)\" is not a valid part of a recurrence rule.",
                hint: "For example: --rrule 'FREQ=WEEKLY;BYDAY=MO,WE'")
        case .unsupported(let part):
            Status(
                .invalidArgument, "The part \"\(part)\" of the recurrence rule is not supported.",
                hint:
                    "Use FREQ=DAILY, FREQ=WEEKLY with BYDAY, either with INTERVAL, or FREQ=MONTHLY "
                    + "with BYMONTHDAY.")
        }
    }
}
