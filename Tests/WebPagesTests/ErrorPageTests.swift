import RPC
import Testing

@testable import WebPages

@Suite struct ErrorPageTests {
    private static func page(
        _ status: Status, _ path: String = "/activities/nope", isRead: Bool = true
    ) -> Page {
        ErrorPage(status: status, path: path, isRead: isRead).page
    }

    @Test func `a page that is not found leads to its list and has no command`() {
        let page = Self.page(
            Status(
                .notFound, "There is no activity called \"nope\".",
                hint: "Create it with: dayline activity add nope"))

        #expect(page.title == "Not found")
        #expect(page.markup.contains("There is no activity called &quot;nope&quot;."))
        #expect(!page.markup.contains("dayline"))
        #expect(!page.markup.contains("Try again"))
        #expect(page.values(of: "href") == ["/", "/activities", "/search"])
    }

    @Test func `a list that is not found does not lead to itself`() {
        let page = Self.page(Status(.notFound, "Not here."), "/activities")

        #expect(page.values(of: "href") == ["/", "/search"])
    }

    @Test(arguments: [(true, true), (false, false)])
    func `only a read of a busy system can be tried again`(isRead: Bool, canRetry: Bool) {
        let busy = Self.page(Status(.unavailable, "Storage does not answer."), isRead: isRead)
        let refused = Self.page(Status(.invalidArgument, "It is odd."), isRead: isRead)

        #expect(busy.markup.contains("Try again") == canRetry)
        #expect(!refused.markup.contains("Try again"))
    }

    @Test func `a request without a session is answered with the way to sign in`() {
        let page = SignedOutPage.page

        #expect(page.status == 401)
        #expect(!page.hasNavigation)
        #expect(page.values(of: "href") == ["/login"])
        #expect(page.markup.contains("data-message=\"\">This browser is signed out."))
        #expect(page.isAllowedByPolicy)
    }

    @Test func `a command is below the details and another remedy is visible`() {
        let command = Self.page(Status(.failedPrecondition, "No.", hint: "Use --future"))
        let other = Self.page(Status(.failedPrecondition, "No.", hint: "Send less text."))

        #expect(command.markup.contains("On the command line: Use --future"))
        #expect(other.markup.contains("<p class=\"soft\" data-message=\"\">Send less text.</p>"))
    }
}
