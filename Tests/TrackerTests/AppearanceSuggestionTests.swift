import Testing
import Tracker

@Suite struct AppearanceSuggestionTests {
    @Test(arguments: [
        ("Morning run", "Workout"), ("20 Push-ups", "Workout"), ("Drink water!", "Supplement"),
        ("Read", "Skills"), ("Resting heart rate", "Tracking"), ("FLOSS", "Hygiene"),
    ])
    func `a name is recognised by its words`(name: String, category: String) {
        #expect(AppearanceSuggestion(name: name)?.category == category)
    }

    @Test(arguments: ["", "Brunch", "Threads"])
    func `a part of a word is no word`(name: String) {
        #expect(AppearanceSuggestion(name: name) == nil)
    }
}
