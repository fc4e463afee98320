import CivilTime
import Contracts
import RPC

/// The handlers of the trash.
enum TrashHandlers {
    static func show(_ request: WebRequest) async throws -> WebReply {
        async let toast = Toast.html(
            request, sentences: ["removed": "The record is removed for good."])
        let trash = try await request.call(Trash.list, Trash.ListRequest())
        return .page(
            TrashPage(items: trash.items, visitor: request.visitor).page(toast: await toast))
    }

    static func restore(_ request: WebRequest) async throws -> WebReply {
        _ = try await request.call(
            Trash.restore, Trash.RestoreRequest(name: try request.field("record")))
        return .redirect("/activities/trash?done=1")
    }

    static func confirmRemoval(_ request: WebRequest) async throws -> WebReply {
        // A browser that reloads the response to a rejected form does not send the record.
        guard let id = request.query["record"] else { return .redirect("/activities/trash") }
        let trash = try await request.call(Trash.list, Trash.ListRequest())
        guard let item = trash.items.first(where: { $0.id == id }) else {
            throw Status(
                .notFound, "The record is not in the trash any more.", hint: "Open the trash again."
            )
        }
        return .page(TrashRemovalPage(item: item, visitor: request.visitor).page)
    }

    static func remove(_ request: WebRequest) async throws -> WebReply {
        _ = try await request.call(
            Trash.purge, Trash.PurgeRequest(name: try request.field("record")))
        return .redirect("/activities/trash?done=removed")
    }
}

/// The deleted records, with buttons that restore them.
struct TrashPage {
    /// Most recently deleted first.
    let items: [Trash.Item]
    let visitor: Visitor

    func page(toast: HTML) -> Page {
        Page(
            "Trash", in: .activities, topics: [.entries, .activities, .goals], toast: toast,
            content: content)
    }

    @HTMLBuilder private var content: HTML {
        pageHead(
            "Trash", crumbs: [("Activities", "/activities")],
            lead: "Deleted records can be restored for 30 days.")
        element("div", ["data-fragment": "trash"]) { list }
    }

    private var list: HTML {
        guard !items.isEmpty else {
            return emptyCard("The trash is empty")
        }
        return element("section", ["class": "card", "aria-label": "Deleted records"]) {
            element("ul", ["class": "rows"]) { for item in items { row(item) } }
        }
    }

    private func row(_ item: Trash.Item) -> HTML {
        element("li", ["id": "trash-\(item.kind)-\(item.id)"]) {
            rowText(
                .text(item.name),
                "\(item.kind), deleted on \(item.deleted.fullText), "
                    + "removed for good from \(item.purgeableFrom.fullText)")
            element("div", ["class": "row"]) {
                form("/activities/trash", visitor, fields: ["record": item.id]) {
                    button(
                        "Restore", id: "restore-\(item.kind)-\(item.id)",
                        label: "Restore \(item.name)")
                }
                anchor(
                    "Remove", to: TrashRemovalPage.path(of: item), class: "button small bad",
                    id: "remove-\(item.kind)-\(item.id)", label: "Remove \(item.name) for good")
            }
        }
    }
}
