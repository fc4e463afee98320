import CivilTime
import RPC

/// The page of days that a strip shows.
enum StripPlace: Hashable {
    /// The days before a day.
    case before(CivilDate)
    /// The days after a day.
    case after(CivilDate)

    /// The place of a strip in a query; nil: the newest days.
    init?(of strip: Strip, in request: WebRequest) throws(Status) {
        if let day = try request.day("\(strip.name).before") {
            self = .before(day)
        } else if let day = try request.day("\(strip.name).after") {
            self = .after(day)
        } else {
            return nil
        }
    }

    func item(of strip: Strip) -> (name: String, value: String) {
        switch self {
        case .before(let day): ("\(strip.name).before", "\(day)")
        case .after(let day): ("\(strip.name).after", "\(day)")
        }
    }
}
