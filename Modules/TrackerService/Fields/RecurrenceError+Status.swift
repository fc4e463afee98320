import RPC
import Tracker

extension RecurrenceError {
    var status: Status {
        switch self {
        case .malformed(let part):
            Status(
                .invalidArgument, "\"\(part)\" is no part of a recurrence rule.",
                hint: "Such as: --rrule 'FREQ=WEEKLY;BYDAY=MO,WE'")
        case .unsupported(let part):
            Status(
                .invalidArgument, "No schedule here says what \(part) says.",
                hint: "FREQ=DAILY, FREQ=WEEKLY with BYDAY and FREQ=MONTHLY with BYMONTHDAY do.")
        }
    }
}
