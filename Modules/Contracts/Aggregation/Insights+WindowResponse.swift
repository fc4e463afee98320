package import CivilTime
package import RPC

extension Insights {
    package static let window = Method<WindowRequest, WindowResponse>(
        service, "Window", repeatable: true)

    package struct WindowRequest: Codable, Hashable, WireValue {
        package var name: String
        /// Days visible at a time: a page; the first load is one and a half of it.
        package var visible: Int?
        package var before: CivilDate?
        package var after: CivilDate?
        package var on: CivilDate?
        /// The days are those of this zone, for this answer only.
        package var zone: String?

        package init(
            name: String, visible: Int? = nil, before: CivilDate? = nil, after: CivilDate? = nil,
            on: CivilDate? = nil, zone: String? = nil
        ) {
            self.name = name
            self.visible = visible
            self.before = before
            self.after = after
            self.on = on
            self.zone = zone
        }
    }

    package struct WindowResponse: Codable, Hashable, WireValue {
        package var metric: String
        package var unit: String
        package var days: [Day]
        package var earliest: CivilDate?
        package var latest: CivilDate?
        package var hasOlder: Bool
        package var hasNewer: Bool
        /// Mean of the days of this answer that have data.
        package var averageOverDays: Double?
        /// True for an activity that is done or not: a value is 1 or 0.
        package var isYesNo: Bool?
        /// The days of each source, where the weight log is one of them.
        package var sources: [SourceDays]?
        package var version: Int64
        package var stale: Bool

        /// A day of the window; its value is null where nothing was measured.
        package struct Day: Codable, Hashable, Sendable {
            package var date: CivilDate
            package var value: Double?

            package init(date: CivilDate, value: Double?) {
                self.date = date
                self.value = value
            }

            /// `value` is null where there is none.
            package func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encode(date, forKey: .date)
                try container.encode(value, forKey: .value)
            }
        }

        package init(
            metric: String, unit: String, days: [Day], earliest: CivilDate?, latest: CivilDate?,
            hasOlder: Bool, hasNewer: Bool, averageOverDays: Double?, version: Int64, stale: Bool
        ) {
            self.metric = metric
            self.unit = unit
            self.days = days
            self.earliest = earliest
            self.latest = latest
            self.hasOlder = hasOlder
            self.hasNewer = hasNewer
            self.averageOverDays = averageOverDays
            self.version = version
            self.stale = stale
        }
    }
}
