package import CivilTime
package import RPC

/// What was deleted and can still be taken back: activities, categories, goals and entries. Served by
/// the tracker worker.
package enum Trash {
    package static let service = "dayline.tracker.Trash"

    /// All there is; with a day, only what is less old on it.
    package static let list = Method<ListRequest, ListResponse>(service, "List", repeatable: true)
    /// NOT_FOUND for what has been in the trash for more than 30 days on the day that is given.
    package static let restore = Method<RestoreRequest, Item>(service, "Restore")
    /// Removes for good what has been in the trash for more than 30 days, or one thing at once. It
    /// leaves the change log too, so it cannot be undone.
    package static let purge = Method<PurgeRequest, ListResponse>(service, "Purge")

    package struct ListRequest: Codable, Hashable, WireValue {
        package var on: CivilDate?

        package init(on: CivilDate? = nil) {
            self.on = on
        }
    }

    package struct RestoreRequest: Codable, Hashable, WireValue {
        /// A name or an identifier.
        package var name: String
        package var on: CivilDate?

        package init(name: String, on: CivilDate? = nil) {
            self.name = name
            self.on = on
        }
    }

    package struct PurgeRequest: Codable, Hashable, WireValue {
        /// A name or an identifier; nil: all that is old enough.
        package var name: String?
        package var on: CivilDate?

        package init(name: String? = nil, on: CivilDate? = nil) {
            self.name = name
            self.on = on
        }
    }

    package struct ListResponse: Codable, Hashable, WireValue {
        /// What was deleted last comes first.
        package var items: [Item]

        package init(items: [Item]) {
            self.items = items
        }
    }

    package struct Item: Codable, Hashable, WireValue {
        /// `activity`, `category`, `goal` or `entry`.
        package var kind: String
        package var id: String
        package var name: String
        package var deleted: CivilDate
        /// The first day on which it may be removed for good.
        package var purgeableFrom: CivilDate

        package init(
            kind: String, id: String, name: String, deleted: CivilDate, purgeableFrom: CivilDate
        ) {
            self.kind = kind
            self.id = id
            self.name = name
            self.deleted = deleted
            self.purgeableFrom = purgeableFrom
        }
    }
}
