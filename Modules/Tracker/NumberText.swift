/// A number for people; whole numbers have no decimal point.
package func plainText(_ number: Double) -> String {
    Int(exactly: number).map(String.init) ?? "\(number)"
}
