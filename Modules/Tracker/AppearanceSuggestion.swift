/// Default appearance, category and unit of a new activity, derived from its name.
package struct AppearanceSuggestion: Hashable, Sendable {
    package var appearance: Appearance
    /// The name of a default category.
    package var category: String
    package var unit: String?

    /// The suggestion for a name; nil if the name contains no keyword. The longest matching keyword
    /// decides.
    package init?(name: String) {
        let words = name.lowercased().split { !$0.isLetter && !$0.isNumber }
        let text = " " + words.joined(separator: " ") + " "
        let match = Self.themes.flatMap { theme in
            theme.keywords.split(separator: ",").map { (theme: theme, keyword: $0) }
        }
        .filter { text.hasWords($0.keyword) }
        .max { $0.keyword.count < $1.keyword.count }
        guard let theme = match?.theme else { return nil }
        appearance = Appearance(icon: theme.icon, color: theme.color)
        category = theme.category
        unit = theme.unit
    }

    private struct Theme {
        var icon: String
        var color: String
        var category: String
        var unit: String?
        /// Keywords and phrases, separated by commas.
        var keywords: String
    }

    private static let themes = [
        Theme(
            icon: "figure.run", color: "#FF6B6B", category: "Workout", unit: "km",
            keywords: "run,running,jog,jogging,sprint,marathon,parkrun"),
        Theme(
            icon: "figure.walk", color: "#FF8E72", category: "Workout", unit: "steps",
            keywords: "walk,walking,steps,hike,hiking,stroll"),
        Theme(
            icon: "bicycle", color: "#F7A072", category: "Workout", unit: "km",
            keywords: "bike,biking,cycle,cycling,spin,spinning,ride"),
        Theme(
            icon: "figure.pool.swim", color: "#4D96FF", category: "Workout", unit: "m",
            keywords: "swim,swimming,laps,pool"),
        Theme(
            icon: "dumbbell.fill", color: "#E63946", category: "Workout",
            keywords:
                "gym,workout,lift,lifting,weights,strength,squat,squats,deadlift,bench press,"
                + "push up,push ups,pull up,pull ups,plank,exercise,training,crossfit,hiit"),
        Theme(
            icon: "figure.yoga", color: "#B388EB", category: "Workout", unit: "min",
            keywords: "yoga,stretch,stretching,pilates,mobility,foam roll"),
        Theme(
            icon: "drop.fill", color: "#45B7D1", category: "Supplement", unit: "ml",
            keywords: "water,hydrate,hydration,drink"),
        Theme(
            icon: "pills.fill", color: "#4ECDC4", category: "Supplement",
            keywords:
                "vitamin,vitamins,supplement,supplements,creatine,omega,fish oil,magnesium,zinc,"
                + "iron,protein,collagen,probiotic,multivitamin"),
        Theme(
            icon: "shower.fill", color: "#74C0FC", category: "Hygiene",
            keywords:
                "shower,bath,brush,teeth,floss,skincare,sunscreen,shave,wash,face,hair,moisturize"),
        Theme(
            icon: "cross.case.fill", color: "#F7B267", category: "Medical",
            keywords:
                "medicine,medication,pill,pills,doctor,dentist,therapy,physio,insulin,inhaler,"
                + "injection,eye drops,checkup"),
        Theme(
            icon: "book.fill", color: "#9B8CE0", category: "Skills", unit: "pages",
            keywords: "read,reading,book,books,kindle,audiobook"),
        Theme(
            icon: "graduationcap.fill", color: "#7A77FF", category: "Skills", unit: "min",
            keywords:
                "study,studying,learn,learning,course,homework,language,spanish,french,german,"
                + "japanese,duolingo,flashcards,coding,code,programming,piano,guitar,violin,"
                + "practice,drawing,draw,paint,writing,write,chess"),
        Theme(
            icon: "brain.head.profile", color: "#63C7B2", category: "Skills", unit: "min",
            keywords: "meditate,meditation,mindfulness,breathe,breathing,gratitude,journal"),
        Theme(
            icon: "scalemass.fill", color: "#7BC47F", category: "Tracking", unit: "kg",
            keywords: "weight,weigh,weigh in,body fat,bmi,waist"),
        Theme(
            icon: "heart.fill", color: "#E5383B", category: "Tracking", unit: "count/min",
            keywords: "heart rate,pulse,resting heart rate,blood pressure,hrv"),
        Theme(
            icon: "bed.double.fill", color: "#5C7AEA", category: "Tracking", unit: "h",
            keywords: "sleep,nap,bed,bedtime,wake"),
        Theme(
            icon: "face.smiling", color: "#FFD166", category: "Tracking",
            keywords: "mood,energy,stress,anxiety,pain,headache"),
        Theme(
            icon: "camera.fill", color: "#8D99AE", category: "Tracking",
            keywords: "photo,picture,selfie,progress photo"),
        Theme(
            icon: "fork.knife", color: "#90BE6D", category: "Tracking", unit: "kcal",
            keywords:
                "calories,eat,meal,breakfast,lunch,dinner,vegetables,fruit,fasting,snack,sugar"),
    ]
}

extension String {
    /// True if the text, words between single spaces, contains the words of `phrase`.
    fileprivate func hasWords(_ phrase: Substring) -> Bool {
        let needle = Array(" \(phrase) ".utf8)
        let text = Array(utf8)
        guard needle.count <= text.count else { return false }
        return (0...(text.count - needle.count)).contains { start in
            text[start..<(start + needle.count)].elementsEqual(needle)
        }
    }
}
