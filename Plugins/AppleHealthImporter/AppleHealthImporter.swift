@main
struct AppleHealthImporter {
    static func main() {}
}
