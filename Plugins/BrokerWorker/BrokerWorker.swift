@main
struct BrokerWorker {
    static func main() {}
}
