import Memberwise

/// The surroundings that a picture is drawn for: a file of its own or a web page.
@Memberwise
package struct PictureFormat: Hashable, Sendable {
    /// The width of a chart in pixels.
    package var width: Double
    /// The height of a chart in pixels, with its heading.
    package var height: Double
    /// True if a page supplies the heading, the legend and the style sheet.
    package var isWeb: Bool
    /// The end of the identifiers in the picture, which differ between the pictures of a page.
    package var suffix: String

    /// A complete document with its own style sheet.
    package static let file = PictureFormat(width: 640, height: 264, isWeb: false, suffix: "")

    /// The width of a picture for a phone. On 320 pixels, its labels are at least 10 pixels high.
    package static let narrowWidth = 330.0

    /// A complete document for the width of a phone.
    package static let narrowFile = PictureFormat(
        width: narrowWidth, height: 230, isWeb: false, suffix: "-narrow")

    /// A part of a page: `name` is unique on the page.
    package static func web(width: Double, height: Double, name: String) -> PictureFormat {
        PictureFormat(width: width, height: height, isWeb: true, suffix: "-\(name)")
    }

    /// The heading above the chart.
    var headingHeight: Double { isWeb ? 8 : PlotArea.headingHeight }
    /// The distance of the chart from the left and right edge.
    var margin: Double { isWeb ? 8 : 20 }
}
