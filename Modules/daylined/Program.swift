import Supervision

@main
struct Program {
    static func main() {
        Daemon.main()
    }
}
