import Commands
import Glibc

@main
struct Program {
    static func main() async {
        exit(await DaylineCommands.run(Array(CommandLine.arguments.dropFirst())))
    }
}
