import Commands
import Glibc

@main
struct DaylineProgram {
    static func main() async {
        exit(await DaylineCommands.run(Array(CommandLine.arguments.dropFirst())))
    }
}
