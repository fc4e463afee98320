import Testing
import Tracker

@Suite struct AppearanceSuggestionTests {
    @Test(arguments: [
        ("Morning run", "Workout"), ("20 Push-ups", "Workout"), ("Drink water!", "Supplement"),
        ("Read", "Skills"), ("Resting heart rate", "Tracking"), ("FLOSS", "Hygiene"),
    ])
    func `a suggestion is found by a keyword of the name`(name: String, category: String) {
        #expect(AppearanceSuggestion(name: name)?.category == category)
    }

    @Test(arguments: ["", "Brunch", "Threads"])
    func `a keyword inside of a longer word does not match`(name: String) {
        #expect(AppearanceSuggestion(name: name) == nil)
    }
}
