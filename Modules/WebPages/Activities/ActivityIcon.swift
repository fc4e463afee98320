/// The symbols that the form of an activity offers, with names for people. The pages draw none of them; other
/// programs that read the data do.
enum ActivityIcon {
    static let names: KeyValuePairs<String, String> = [
        "star.fill": "Star", "target": "Target", "figure.run": "Running",
        "figure.walk": "Walking", "bicycle": "Bicycle", "figure.pool.swim": "Swimming",
        "dumbbell.fill": "Dumbbell", "figure.yoga": "Yoga", "drop.fill": "Water drop",
        "pills.fill": "Pills", "shower.fill": "Shower", "cross.case.fill": "First aid",
        "book.fill": "Book", "graduationcap.fill": "Graduation cap",
        "brain.head.profile": "Mind", "scalemass.fill": "Scales", "heart.fill": "Heart",
        "bed.double.fill": "Bed", "face.smiling": "Face", "camera.fill": "Camera",
        "fork.knife": "Fork and knife", "chart.bar.fill": "Chart",
    ]

    /// The name of a symbol; the text itself for others, such as an emoji.
    static func name(_ symbol: String) -> String {
        names.first { $0.key == symbol }?.value ?? symbol
    }
}
