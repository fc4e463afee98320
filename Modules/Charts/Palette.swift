/// The colors of pictures by purpose, for light and dark backgrounds.
package enum ChartColor: String, CaseIterable, Hashable, Sendable {
    case accent, green, orange, indigo, red, cyan, grey
    /// A bar beside one in full color.
    case pale
    /// The levels of a heat map, from the least to the whole.
    case heat1, heat2, heat3, heat4

    var light: String {
        switch self {
        case .accent: "#0A66D6"
        case .green: "#248A3D"
        case .orange: "#C25400"
        case .indigo: "#5856D6"
        case .red: "#D70015"
        case .cyan: "#0E7490"
        case .grey: "#8E8E93"
        case .pale: "#9AD5A7"
        case .heat1: "#94D3A5"
        case .heat2: "#4CA867"
        case .heat3: "#1F7A38"
        case .heat4: "#0A4420"
        }
    }

    var dark: String {
        switch self {
        case .accent: "#4DA3FF"
        case .green: "#30D158"
        case .orange: "#FF9F0A"
        case .indigo: "#8A88FF"
        case .red: "#FF6961"
        case .cyan: "#64D2FF"
        case .grey: "#98989D"
        case .pale, .heat1: "#1E7A36"
        case .heat2: "#2FB055"
        case .heat3: "#6BE08D"
        case .heat4: "#D2FBDC"
        }
    }
}

/// The background that a picture is drawn for.
package enum PictureTheme: String, CaseIterable, Hashable, Sendable {
    /// The preference of the reader's system.
    case automatic = "auto"
    case light, dark
}

/// The style sheet of a picture.
enum StyleSheet {
    /// The color of an empty day of a heat map, on a light and on a dark background.
    static let emptyDay = (light: "#E9E9ED", dark: "#39393C")

    static func text(_ theme: PictureTheme) -> String {
        let base = theme == .dark ? dark : light
        let preferred =
            theme == .automatic ? "@media (prefers-color-scheme:dark){\(dark)}" : ""
        return shapes + base + preferred + contrast + motion
    }

    private static let shapes =
        "text{font:11px system-ui,-apple-system,'Segoe UI','DejaVu Sans',sans-serif}"
        + ".title{font-size:15px;font-weight:600}.large{font-size:22px;font-weight:600}"
        + ".line{fill:none;stroke-linecap:round;stroke-linejoin:round}"
        + ".dashed{stroke-dasharray:2 6}.grid{stroke-width:1}"
        + ".outline{fill:none;stroke-width:1;stroke-opacity:.6}.mark{fill:none;stroke-width:1.5}"
        + ".track{fill:none;stroke-opacity:.25}"
        + ".part{fill-opacity:0}.part:hover,.part:focus{fill-opacity:.08;outline:none}"

    private static let light = colours(
        ground: "#FFFFFF", ink: "#1C1C1E", faint: "#5B5B60", grid: "#E3E3E8", empty: emptyDay.light,
        ChartColor.allCases.map { ($0, $0.light) })
    private static let dark = colours(
        ground: "#1C1C1E", ink: "#F2F2F7", faint: "#AEAEB2", grid: "#3A3A3C", empty: emptyDay.dark,
        ChartColor.allCases.map { ($0, $0.dark) })

    private static let contrast =
        "@media (prefers-contrast:more){.faint{fill:currentColor}.grid{stroke-opacity:1}"
        + ".line{stroke-width:4px}}"
    private static let motion =
        "@media (prefers-reduced-motion:no-preference){"
        + ".drawn{animation:appear .4s ease-out}@keyframes appear{from{opacity:0}}}"

    private static func colours(
        ground: String, ink: String, faint: String, grid: String, empty: String,
        _ tones: [(ChartColor, String)]
    ) -> String {
        "svg{color:\(ink)}.ground{fill:\(ground)}text,.part{fill:\(ink)}text.faint{fill:\(faint)}"
            + ".value{paint-order:stroke;stroke:\(ground);stroke-width:3px;stroke-linejoin:round}"
            + ".grid{stroke:\(grid)}.empty{fill:\(empty)}"
            + ".mark{stroke:\(ink)}.hatch{stroke:\(faint);stroke-opacity:.45;fill:none}"
            + tones.map { tone, colour in
                ".f-\(tone.rawValue){fill:\(colour)}.s-\(tone.rawValue){stroke:\(colour)}"
                    + "stop.f-\(tone.rawValue){stop-color:\(colour)}"
            }.joined()
    }
}
