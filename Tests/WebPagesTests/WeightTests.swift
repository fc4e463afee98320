import CivilTime
import Contracts
import Milestones
import RPC
import Testing

@testable import WebPages

@Suite struct WeightTests {
    private func page(_ reply: WebReply) throws -> Page {
        guard case .page(let page) = reply else { throw Status(.internal, "Not a page: \(reply)") }
        return page
    }

    @Test func `without weights the page has its forms and no picture`() async throws {
        let services = FakeGoals()

        let page = try page(try await services.answer(.get, "/weight"))

        #expect(page.content.markup.contains("There are no weights yet."))
        #expect(!page.content.markup.contains("<figure"))
        #expect(MarkupAudit(page).faults == [])
    }

    @Test func `the page shows trend, milestones and log`() async throws {
        let services = FakeGoals(
            weights: (0..<40).map {
                .sample("w\($0)", daysAgo: $0, weight: 78 + Double($0) / 10, note: hostileName)
            }, milestones: .sample())

        let page = try page(try await services.answer(.get, "/weight"))

        let markup = page.content.markup
        #expect(markup.contains("78 kg today. The trend is 78 kg."))
        #expect(markup.contains("75 kg is reached on"))
        #expect(markup.contains("2.9 kg to the milestone of 75 kg, 42 percent done\""))
        #expect(markup.contains("% of the way to 75 kg"))
        #expect(markup.contains("The goal is unusually low."))
        #expect(markup.contains("&lt;img onerror=x&gt;"))
        #expect(markup.contains(">Earlier</a>"))
        #expect(MarkupAudit(page).faults == [])
    }

    @Test(arguments: [1, 2, 30, 400, 4000])
    func `a picture of any number of days has a bounded size`(count: Int) throws {
        let rows = (0..<count).map { Weights.Row.sample("w\($0)", daysAgo: $0) }
        let trend = Weights.TrendResponse.sample(of: rows)

        let markup = try #require(WeightPicture(days: trend.days, trend: trend).html).markup

        #expect(markup.utf8.count < 60_000)
        #expect(!markup.contains("nan") && !markup.contains("inf"))
        #expect(markup.contains("only-wide") && markup.contains("only-narrow"))
    }

    @Test func `a page of entries does not end within a day`() {
        let rows = (0..<31).map { Weights.Row.sample("w\($0)", daysAgo: $0 / 2) }

        let entries = WeightEntries(
            Weights.ListResponse(unit: .kg, weights: rows), before: nil)

        #expect(entries.rows.count == 30)
        #expect(entries.next == FakeGoals.today.advanced(by: -14))
        #expect(entries.isNewest)
    }

    @Test func `the range and the filter are in the request and in the links`() {
        let day = FakeGoals.today

        let selection = WeightSelection([
            "range": "1y", "show": "milestones", "weekday-2": "1", "weekday-7": "1",
        ])

        #expect(
            selection.request(before: day, limit: 5)
                == Weights.ListRequest(
                    to: day.advanced(by: -1), weekdays: [2, 7], withMilestone: true, limit: 5))
        #expect(
            selection.path(before: day)
                == "/weight?range=1y&show=milestones&weekday-2=1&weekday-7=1&before=\(day)")
        #expect(selection.isFiltered)
        #expect(selection.ranges.markup.contains("show=milestones"))
        #expect(!WeightSelection(["range": "all"]).isFiltered)
        #expect(WeightSelection([:]).path() == "/weight")
    }

    @Test func `a saved or refused sheet keeps the filter of the log`() async throws {
        let services = FakeGoals(weights: [.sample("w1", note: "cold"), .sample("w2")])
        let form = ["value": "80", "unit": "kg", "on": "2026-11-22", "show": "notes"]

        let saved = try await services.answer(.post, "/weight/:id", id: "w1", form: form)
        let refused = try page(
            try await services.answer(
                .post, "/weight/:id", id: "w1", form: form.merging(["value": "x"]) { $1 }))

        #expect(saved.location == "/weight?show=notes&done=1")
        let markup = refused.content.markup
        #expect(markup.contains("type=\"hidden\" name=\"show\" value=\"notes\""))
        #expect(!markup.contains("id=\"row-w2\""))
        #expect(refused.status == 422)
    }

    @Test func `each form of the page keeps the range of the picture`() async throws {
        let services = FakeGoals(weights: [.sample("w1")])

        let shown = try page(
            try await services.answer(.get, "/weight", query: ["range": "1y", "show": "notes"]))
        let markup = shown.content.markup
        let forms = markup.split(separator: "<form").dropFirst()

        #expect(forms.count >= 4)
        for form in forms where !form.contains("/weight/acknowledge") {
            #expect(form.contains("type=\"hidden\" name=\"range\" value=\"1y\""), "\(form)")
        }
    }

    @Test func `two versions of a weight lead back to the filter of the log`() async throws {
        let services = FakeGoals(weights: [.sample("w1", note: "cold")])
        let form = [
            "value": "80", "unit": "kg", "on": "2026-11-22", "show": "notes", "revision": "0",
        ]

        let versions = try page(
            try await services.answer(.post, "/weight/:id", id: "w1", form: form))

        #expect(versions.status == 409)
        #expect(
            versions.content.markup.contains("id=\"keep-saved\" href=\"/weight?show=notes\""))
    }

    @Test func `the log lists the entries of its filter`() async throws {
        let services = FakeGoals(
            weights: (0..<80).map {
                .sample("w\($0)", daysAgo: $0, note: $0.isMultiple(of: 2) ? "note \($0)" : nil)
            })

        let filtered = try page(
            try await services.answer(.get, "/weight", query: ["show": "notes"]))
        let empty = try page(
            try await FakeGoals().answer(.get, "/weight", query: ["show": "notes"]))

        let markup = filtered.content.markup
        #expect(markup.contains("id=\"row-w2\"") && !markup.contains("id=\"row-w1\""))
        #expect(markup.contains("href=\"/weight?show=notes&amp;before="))
        #expect(empty.content.markup.contains("No weight matches the filter."))
        #expect(MarkupAudit(filtered).faults == [])
    }

    @Test(arguments: [
        ("81.2", 81.2, WeightUnit.kg), ("81,2", 81.2, .kg), ("180 lb", 180, .lb),
        ("1,081.5", 1081.5, .kg), (" 80KG ", 80, .kg),
    ])
    func `a weight has a comma or a point, and a unit`(
        text: String, weight: Double, unit: WeightUnit
    ) async throws {
        let services = FakeGoals()

        _ = try await services.answer(
            .post, "/weight",
            form: ["value": text, "unit": "kg", "on": "2026-11-22", "form": "log"])

        #expect(
            services.recorded.weights == [
                Weights.AddRequest(weight: weight, unit: unit, on: CivilDate("2026-11-22"))
            ])
    }

    @Test(arguments: ["weight", "goals"])
    func `a wrong weight is shown again on the page of its form`(back: String) async throws {
        let services = FakeGoals()

        let page = try page(
            try await services.answer(
                .post, "/weight", form: ["value": "heavy", "unit": "kg", "back": back]))

        #expect(page.status == 422)
        #expect(page.title == (back == "goals" ? "Goals" : "Weight"))
        #expect(page.content.markup.contains(#"value="heavy""#))
        #expect(page.content.markup.contains("&quot;heavy&quot; is not a number."))
        #expect(MarkupAudit(page).faults == [])
        #expect(services.recorded.weights.isEmpty)
    }

    @Test func `an entry is edited in its sheet`() async throws {
        let services = FakeGoals(weights: [.sample("w1")])

        _ = try await services.answer(
            .post, "/weight/:id", id: "w1",
            form: ["value": "79", "unit": "kg", "on": "2026-11-20", "note": "", "bodyFat": ""])

        #expect(
            services.recorded.weightEdits == [
                Weights.EditRequest(
                    id: "w1", weight: 79, unit: .kg, day: CivilDate("2026-11-20"), note: "",
                    withoutBodyFat: true)
            ])
    }

    @Test func `a rejected entry opens its sheet with the sentence`() async throws {
        let services = FakeGoals(
            weights: [.sample("w1"), .sample("w2", daysAgo: 1)],
            rejection: Status(.invalidArgument, "A weight is within 1 to 1500 lb."))

        let page = try page(
            try await services.answer(
                .post, "/weight/:id", id: "w2",
                form: ["value": "9000", "unit": "kg", "on": "2026-11-20"]))

        #expect(page.status == 422)
        #expect(page.content.markup.contains(#"id="edit-w2" open="""#))
        #expect(!page.content.markup.contains(#"id="edit-w1" open"#))
        #expect(page.content.markup.contains("A weight is within 1 to 1500 lb."))
        #expect(page.content.markup.contains(#"value="9000""#))
    }

    @Test func `the button of an entry deletes it`() async throws {
        let services = FakeGoals(weights: [.sample("w1")])

        _ = try await services.answer(
            .post, "/weight/:id", id: "w1", form: ["value": "79", "action": "delete"])

        #expect(services.recorded.deletedWeights == ["w1"])
    }

    @Test func `a goal weight without a start begins with the first weight`() async throws {
        let services = FakeGoals()

        _ = try await services.answer(
            .post, "/weight/goal", form: ["goal": "75", "start": "", "unit": "kg"])

        #expect(
            services.recorded.weightGoals == [
                Weights.SetGoalRequest(weight: 75, unit: .kg)
            ])
    }

    @Test func `a reached milestone is celebrated until acknowledged`() async throws {
        let celebration = Weights.Celebration(
            target: 78, unit: .kg, achievedDate: FakeGoals.today)
        let services = FakeGoals(
            weights: [.sample("w1")], milestones: .sample(celebration: celebration))

        let page = try page(try await services.answer(.get, "/weight"))
        _ = try await services.answer(.post, "/weight/acknowledge")

        #expect(page.celebration.markup.contains("78 kg is reached"))
        #expect(MarkupAudit(page).faults == [])
        #expect(services.recorded.acknowledgements == 1)
    }
}
