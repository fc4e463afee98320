import Contracts
import NaturalInput
import RPC
import Texts
import Tracker

/// The templates that a person made of activities.
extension TrackerService {
    func registerOwnTemplates(on router: inout Router) {
        router.handle(Templates.add) { [self] in try await addTemplate($0, $1) }
        router.handle(Templates.edit) { [self] in try await editTemplate($0, $1) }
        router.handle(Templates.delete) { [self] in try await deleteTemplate($0, $1) }
    }

    private func addTemplate(
        _ request: Templates.AddRequest, _ context: CallContext
    ) async throws -> Templates.Template {
        try await changeTemplate(Templates.add.name, request, context) { snapshot, changeSet in
            guard snapshot.ownTemplates.count < Templates.limit else {
                throw Status(
                    .resourceExhausted,
                    "The profile has \(Templates.limit) templates, the greatest number.",
                    hint: "Delete one with: dayline activity template-delete NAME")
            }
            let activity = try snapshot.activity(request.activity)
            let isContainer = activity.configuration.kind == .container
            let template = ActivityTemplate(
                name: try snapshot.checked(template: request.name ?? activity.name),
                summary: try Self.checkedSummary(request.summary ?? ""),
                container: isContainer ? activity.name : nil,
                items: try snapshot.templateItems(of: activity))
            try changeSet.store(.template, RandomIdentifier.next(), template)
            changeSet.summary = "create the template \(template.name)"
            return template
        }
    }

    private func editTemplate(
        _ request: Templates.EditRequest, _ context: CallContext
    ) async throws -> Templates.Template {
        try await changeTemplate(Templates.edit.name, request, context) { snapshot, changeSet in
            let own = try snapshot.ownTemplate(request.name)
            var template = own.template
            changeSet.summary = "edit the template \(template.name)"
            if let name = request.newName {
                template.name = try snapshot.checked(template: name, excluding: own.id)
            }
            if let summary = request.summary {
                template.summary = try Self.checkedSummary(summary)
            }
            if let names = request.activities { try template.retain(names) }
            try changeSet.store(.template, own.id, template)
            return template
        }
    }

    private func deleteTemplate(
        _ request: Templates.DeleteRequest, _ context: CallContext
    ) async throws -> Templates.Template {
        try await changeTemplate(Templates.delete.name, request, context) { snapshot, changeSet in
            let own = try snapshot.ownTemplate(request.name)
            changeSet.remove(.template, own.id)
            changeSet.summary = "delete the template \(own.template.name)"
            return own.template
        }
    }

    private func changeTemplate(
        _ method: MethodName, _ request: some Encodable, _ context: CallContext,
        _ plan: (ProfileSnapshot, inout ChangeSet) throws -> ActivityTemplate
    ) async throws -> Templates.Template {
        try await profileSession(context).change(method, request, context) {
            snapshot, changeSet, _ in
            try plan(snapshot, &changeSet)
        } response: { _, template in
            Templates.Template(template, isOwn: true)
        }
    }

    private static func checkedSummary(_ written: String) throws(Status) -> String {
        let summary = written.trimmed
        guard summary.count <= Templates.summaryLimit else {
            throw Status(
                .invalidArgument,
                "The summary of the template has \(summary.count) characters.",
                hint: "Use up to \(Templates.summaryLimit) characters.")
        }
        return summary
    }
}

extension ActivityTemplate {
    /// Removes the activities that are not named, and changes the order to that of the names.
    /// - Throws: INVALID_ARGUMENT without a name, or with one that the template does not have or twice.
    fileprivate mutating func retain(_ names: [String]) throws(Status) {
        var others = items
        var retained: [Item] = []
        for name in names {
            guard
                let index = others.firstIndex(where: {
                    NameMatch.normalized($0.name) == NameMatch.normalized(name)
                })
            else {
                throw Status(
                    .invalidArgument,
                    "The template \"\(self.name)\" has no activity \"\(name)\", or it is named twice.",
                    hint: "The activities are: \(items.map(\.name).joined(separator: ", ")).")
            }
            retained.append(others.remove(at: index))
        }
        guard !retained.isEmpty else {
            throw Status(
                .invalidArgument, "The template \"\(self.name)\" needs at least one activity.",
                hint: "Delete it with: dayline activity template-delete \(quoted(self.name))")
        }
        items = retained
    }
}

extension Templates.Template {
    init(_ template: ActivityTemplate, isOwn: Bool) {
        self.init(
            name: template.name, summary: template.summary, container: template.container,
            activities: template.items.map(\.name), isOwn: isOwn ? true : nil)
    }
}
