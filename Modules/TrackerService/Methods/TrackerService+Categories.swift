import CivilTime
import Contracts
import NaturalInput
import RPC
import Tracker

extension TrackerService {
    func registerCategories(on router: inout Router) {
        router.handle(Categories.list) { [self] _, context in
            try await snapshot(context).categoryListing
        }
        router.handle(Categories.add) { [self] in try await add($0, $1) }
        router.handle(Categories.edit) { [self] in try await edit($0, $1) }
        router.handle(Categories.reorder) { [self] in try await reorder($0, $1) }
        router.handle(Categories.delete) { [self] in try await delete($0, $1) }
        router.handle(Categories.restoreDefaults) { [self] in try await restoreDefaults($0, $1) }
    }

    private func add(
        _ request: Categories.ChangeRequest, _ context: CallContext
    ) async throws -> Categories.Item {
        try await change(Categories.add.name, request, context) { snapshot, changeSet in
            guard request.newName == nil else {
                throw Status(
                    .invalidArgument, "A new category has one name, and newName is another.",
                    hint: "Set name only.")
            }
            let name = try snapshot.checked(category: request.name)
            let last = snapshot.listedCategories.map(\.position).max() ?? -1
            let suggestion = AppearanceSuggestion(name: name)
            var category = Category(
                id: Category.ID(RandomIdentifier.next()), name: name,
                appearance: suggestion?.appearance ?? .activity, position: last + 1)
            try category.apply(request)
            try changeSet.storeDefaults(snapshot.categories)
            try changeSet.store(.category, category.id.rawValue, category)
            changeSet.summary = "add the category \(category.name)"
            return category
        }
    }

    private func edit(
        _ request: Categories.ChangeRequest, _ context: CallContext
    ) async throws -> Categories.Item {
        try await change(Categories.edit.name, request, context) { snapshot, changeSet in
            var category = try snapshot.category(request.name)
            if let name = request.newName, name != category.name {
                category.name = try snapshot.checked(category: name, excluding: category.id)
            }
            try category.apply(request)
            try storeCategory(category, snapshot, &changeSet)
            changeSet.summary = "edit the category \(request.name)"
            return category
        }
    }

    private func delete(
        _ request: Categories.DeleteRequest, _ context: CallContext
    ) async throws -> Categories.Item {
        let now = now()
        return try await change(Categories.delete.name, request, context) { snapshot, changeSet in
            var category = try snapshot.category(request.name)
            category.deleted = try snapshot.today(nil, now: now)
            try storeCategory(category, snapshot, &changeSet)
            changeSet.summary = "delete the category \(category.name)"
            return category
        }
    }

    private func reorder(
        _ request: Categories.ReorderRequest, _ context: CallContext
    ) async throws -> Categories.ListResponse {
        try await profileSession(context).change(Categories.reorder.name, request, context) {
            snapshot, changeSet, _ in
            let named = try request.names.map { try snapshot.category($0) }
            guard !named.isEmpty, Set(named.map(\.id)).count == named.count else {
                throw Status(
                    .invalidArgument,
                    named.isEmpty
                        ? "The new order names no category."
                        : "The new order names a category twice: "
                            + "\(named.map(\.name).joined(separator: ", ")).",
                    hint: "Name each once, first to last: dayline category reorder NAME NAME")
            }
            changeSet.summary = "reorder the categories"
            let listed = snapshot.listedCategories.map(\.id)
            let order = listed.moving(named.map(\.id), by: request.by)
            guard order != listed else { return }
            var all = snapshot.categories
            for (position, id) in order.enumerated() { all[id]?.position = position }
            if try !changeSet.storeDefaults(all) {
                for category in order.compactMap({ all[$0] })
                where category != snapshot.categories[category.id] {
                    try changeSet.store(.category, category.id.rawValue, category)
                }
            }
        } response: { snapshot, _ in
            snapshot.categoryListing
        }
    }

    private func restoreDefaults(
        _ request: Empty, _ context: CallContext
    ) async throws -> Categories.ListResponse {
        try await profileSession(context).change(Categories.restoreDefaults.name, request, context)
        {
            snapshot, changeSet, _ in
            try changeSet.storeDefaults(snapshot.categories)
            var position = (snapshot.listedCategories.map(\.position).max() ?? -1) + 1
            for missing in Category.missingDefaults(in: snapshot.listedCategories) {
                let category = Category(
                    id: Category.ID(RandomIdentifier.next()), name: missing.name,
                    appearance: missing.appearance, position: position)
                try changeSet.store(.category, category.id.rawValue, category)
                position += 1
            }
            changeSet.summary = "restore the default categories"
        } response: { snapshot, _ in
            snapshot.categoryListing
        }
    }

    /// Stores a changed category, together with all default ones if none is stored.
    private func storeCategory(
        _ category: Category, _ snapshot: ProfileSnapshot, _ changeSet: inout ChangeSet
    ) throws {
        var all = snapshot.categories
        all[category.id] = category
        if try !changeSet.storeDefaults(all) {
            try changeSet.store(.category, category.id.rawValue, category)
        }
    }

    private func change(
        _ method: MethodName, _ request: some Encodable, _ context: CallContext,
        _ plan: (ProfileSnapshot, inout ChangeSet) throws -> Category
    ) async throws -> Categories.Item {
        try await profileSession(context).change(method, request, context) {
            snapshot, changeSet, _ in
            try plan(snapshot, &changeSet)
        } response: { snapshot, category in
            snapshot.item(category)
        }
    }
}

extension ProfileSnapshot {
    fileprivate var categoryListing: Categories.ListResponse {
        Categories.ListResponse(categories: listedCategories.map(item))
    }

    fileprivate func item(_ category: Category) -> Categories.Item {
        Categories.Item(
            category, activities: activities.count { $0.category == category.id })
    }

    /// The name without white space around it.
    /// - Throws: INVALID_ARGUMENT for an invalid name, ALREADY_EXISTS if another category has it.
    fileprivate func checked(
        category name: String, excluding id: Category.ID? = nil
    ) throws(Status) -> String {
        let name = try checkedName(name, of: "a category")
        try checkUnique(category: name, excluding: id)
        return name
    }

    /// - Throws: ALREADY_EXISTS if another category has the name.
    func checkUnique(category name: String, excluding id: Category.ID? = nil) throws(Status) {
        let folded = NameMatch.normalized(name)
        let other = listedCategories.first {
            NameMatch.normalized($0.name) == folded && $0.id != id
        }
        if let other {
            throw Status(
                .alreadyExists, "There is a category called \"\(other.name)\" already.",
                hint: "Change it with: dayline category edit \(quoted(other.name))")
        }
    }
}

extension Category {
    fileprivate mutating func apply(_ change: Categories.ChangeRequest) throws(Status) {
        if let icon = change.icon { appearance.icon = icon }
        if let color = change.color { appearance.color = try checkedColor(color) }
        if let about = change.about { self.about = about }
        if let isActive = change.isActive { self.isActive = isActive }
        if change.changesReminders { reminders = try changedReminders(change) }
    }

    private func changedReminders(
        _ change: Categories.ChangeRequest
    ) throws(Status) -> ReminderPlan {
        var times = reminders.times
        if let minutes = change.times {
            times = ReminderTimes()
            for minute in minutes where !times.add(minute) {
                throw Status(
                    .invalidArgument,
                    "A reminder time of \"\(name)\" is invalid: times are within a day and at least "
                        + "\(ReminderTimes.minimumDistanceInMinutes) minutes apart.",
                    hint: "For example: --times 08:00,20:00")
            }
        }
        let weekdays = change.weekdays ?? reminders.weekdays
        guard weekdays.allSatisfy({ (1...7).contains($0) }) else {
            throw Status(
                .invalidArgument,
                "The reminders of \"\(name)\" need weekdays numbered from 1, Monday, to 7.",
                hint: "For example: --weekdays mon,wed")
        }
        let everyDays = change.everyDays.map { $0 == 0 ? nil : $0 } ?? reminders.everyDays
        if let everyDays, !ReminderPlan.everyDaysLimits.contains(everyDays) {
            throw Status(
                .invalidArgument,
                "The days between reminders of \"\(name)\" cannot be \(everyDays): use 2 to 366.",
                hint: everyDays == 1 ? "Use: --frequency daily" : "For example: --every-days 3")
        }
        let start = try day(change.start, else: reminders.start)
        let end = try day(change.end, else: reminders.end)
        // A distance alone is a custom schedule.
        let isEvery = change.everyDays.map { $0 > 0 } ?? false
        let frequency = change.frequency ?? (isEvery ? .custom : reminders.frequency)
        let isCounted = frequency == .once || frequency == .custom && everyDays != nil
        guard !isCounted || start != nil else {
            throw Status(
                .invalidArgument,
                "The reminders of \"\(name)\" have no day: those that occur once or every few days "
                    + "count from a first day.",
                hint: "For example: --start 2026-03-01")
        }
        if let start, let end, end < start {
            throw Status(
                .invalidArgument,
                "The reminders of \"\(name)\" end on \(end), before they start on \(start).",
                hint: "Use an --end on or after \(start).")
        }
        return ReminderPlan(
            frequency: frequency, times: times, weekdays: weekdays, start: start, end: end,
            everyDays: frequency == .custom ? everyDays : nil)
    }

    /// The day of a text; nil for an empty text, and `unchanged` for nil.
    private func day(_ text: String?, else unchanged: CivilDate?) throws(Status) -> CivilDate? {
        guard let text else { return unchanged }
        guard !text.isEmpty else { return nil }
        guard let day = CivilDate(text) else {
            throw Status(
                .invalidArgument,
                "The reminders of \"\(name)\" have the day \"\(text)\", which is not a date.",
                hint: "Use a date such as 2026-03-01.")
        }
        return day
    }
}

extension Categories.ChangeRequest {
    fileprivate var changesReminders: Bool {
        frequency != nil || times != nil || weekdays != nil || start != nil || end != nil
            || everyDays != nil
    }
}
