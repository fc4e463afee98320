"""The manual page of a program that is not a command of dayline, made from its declaration: the JSON that
programs of ArgumentParser print for --experimental-dump-help."""
import json


def escaped(text):
    for character, escape in (("\\", "\\e"), ("-", "\\-"), ("`", "\\(ga"), ("^", "\\(ha"), ("~", "\\(ti"), ("'", "\\(aq")):
        text = text.replace(character, escape)
    return text


def line(text):
    """A line of text that is not read as a macro."""
    return "\\&" + text if text.startswith((".", "'")) else text


def own_arguments(command):
    return [argument for argument in command.get("arguments", [])
            if argument["shouldDisplay"] and argument["valueName"] != "help"]


def formatted(argument):
    value = f"\\fI{escaped(argument['valueName'])}\\fR"
    if argument["kind"] == "positional":
        return value
    name = f"\\fB{escaped('--' + argument['preferredName']['name'])}\\fR"
    return name if argument["kind"] == "flag" else f"{name} {value}"


def synopsis(path, command):
    words = [f"[{formatted(argument)}]" if argument["isOptional"] else formatted(argument)
             for argument in own_arguments(command)]
    return " ".join([f"\\fB{escaped(' '.join(path))}\\fR", *words])


def leaves(command, path):
    """(path, command) of each command without subcommands, except help."""
    parts = [part for part in command.get("subcommands", [])
             if part["shouldDisplay"] and part["commandName"] != "help"]
    if not parts:
        yield path, command
    for part in parts:
        yield from leaves(part, [*path, part["commandName"]])


def page(declaration, version, date):
    """The page, from the JSON of the declaration, with the date YYYY-MM-DD."""
    command = json.loads(declaration)["command"]
    name = command["commandName"]
    parts = list(leaves(command, [name]))
    lines = [f".TH \"{escaped(name.upper())}\" 1 {date} \"{escaped(f'Dayline {version}')}\" Dayline", ".SH \"NAME\"",
             f"{escaped(name)} \\- {escaped(command['abstract'].rstrip('.'))}", ".SH \"SYNOPSIS\""]
    for number, (path, part) in enumerate(parts):
        lines += [".br"] * (number > 0) + [synopsis(path, part)]
    lines += [".SH \"DESCRIPTION\"", line(escaped(command["abstract"])), ".SH \"COMMANDS\""]
    for path, part in parts:
        lines += [f".SS \"{escaped(' '.join(path))}\"", line(escaped(part["abstract"]))]
        if part.get("discussion"):
            lines += [".PP", line(escaped(part["discussion"]))]
        for argument in own_arguments(part):
            lines += [".TP", formatted(argument), line(escaped(argument.get("abstract", "")))]
    return "\n".join([*lines, ".SH \"SEE ALSO\"", "\\fBdayline\\fR(1)"]) + "\n"
