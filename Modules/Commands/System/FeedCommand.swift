import ArgumentParser
import Contracts
import Presentation
import RPC
import Tracker

struct FeedCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        name: "feed",
        abstract: "List the calendar feeds, or create and revoke them.",
        discussion: .examples(
            after: """
                A feed is an address of the web app from which calendar programs read the plans of the \
                profile. Everyone who has the address can read them, until the feed is revoked.
                """, "feed new", "feed new work --detail busy", "feed revoke work"),
        subcommands: [FeedsCommand.self, NewFeedCommand.self, RevokeFeedCommand.self],
        defaultSubcommand: FeedsCommand.self)
}

struct FeedsCommand: UnaryCommand {
    static let configuration = CommandConfiguration(
        name: "list", abstract: "List the calendar feeds.",
        discussion: .examples("feed list", "feed list --json"))
    static let method = WebAccess.feeds

    @OptionGroup var globals: GlobalOptions

    func text(_ response: WebAccess.FeedsResponse, _ output: Output) -> String {
        guard !response.feeds.isEmpty else {
            return "There is no calendar feed. Create one with: dayline feed new"
        }
        return TextTable(
            of: response.feeds, .left("name", \.name), .left("detail", \.detail.rawValue),
            .left("categories") { $0.categories?.joined(separator: ", ") ?? "all" },
            .left("created") { String($0.createdAt.prefix(10)) },
            .left("used") { $0.usedAt.map { String($0.prefix(10)) } ?? "-" }
        ).text(output)
    }
}

struct NewFeedCommand: UnaryCommand {
    static let configuration = CommandConfiguration(
        name: "new", abstract: "Create a calendar feed and print its address, once.",
        discussion: .examples(
            "feed new", "feed new work --detail busy", "feed new health --category Health"))
    static let method = WebAccess.newFeed

    @Argument(help: "Name of the feed, such as the program that reads it (default: calendar).")
    var name: String?

    @Option(help: "Show full (all details), names, or busy (times only) (default: full).")
    var detail: CalendarDetail?

    @Option(
        help: "List the activities of this category only; repeat for several (default: all).",
        completion: .custom(NameCompletion.categories))
    var category: [String] = []

    @OptionGroup var globals: GlobalOptions

    var request: WebAccess.NewFeedRequest {
        WebAccess.NewFeedRequest(
            name: name, detail: detail, categories: category.isEmpty ? nil : category)
    }

    func text(_ response: WebAccess.NewFeedResponse, _ output: Output) -> String {
        """
        \(response.url)
        The address is not shown again. Add it to a calendar program as a subscription.
        """
    }
}

struct RevokeFeedCommand: UnaryCommand {
    static let configuration = CommandConfiguration(
        name: "revoke", abstract: "Revoke a calendar feed, so that its address is unknown.",
        discussion: .examples("feed revoke work", "feed revoke work --json"))
    static let method = WebAccess.revokeFeed

    @Argument(
        help: "Name of the feed, from dayline feed.", completion: .custom(NameCompletion.feeds))
    var name: String

    @OptionGroup var globals: GlobalOptions

    var request: WebAccess.FeedRequest { WebAccess.FeedRequest(name: name) }

    func text(_ response: Empty, _ output: Output) -> String { "The feed \"\(name)\" is revoked." }
}

extension CalendarDetail: ExpressibleByArgument {}
