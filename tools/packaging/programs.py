"""Links the programs of a release build for the package.

The supervisor, the workers and the importers share most of their code. They are linked into two files, each
of which has a hard link for each of its programs and runs the one whose name it is started by. The second
file has the programs that use the network, so that the others do not load the libraries for them. Of the
first file, only the programs that use PostgreSQL load its library, before their main function: the file does
not name the library, and its functions are bound when they are called. The client is a file of its own with
the static runtime.

Tables for unwinding are left out: no exception passes through the programs, and stripped programs have no
backtraces. References from these tables would also keep unused functions.
"""
import concurrent.futures
import os
import re
import subprocess

CLIENT = "dayline"
NETWORK = ("Notifier", "WebGateway")
DATABASE = ("PostgresStorageWorker", "dayline-postgres")
DATABASE_LIBRARY = "libpq.so.5"
LINK_LIST = "Objects.LinkFileList"
MAIN = """\
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

{declarations}
static int load(const char *library) {{
    if (dlopen(library, RTLD_NOW | RTLD_GLOBAL)) return 1;
    fprintf(stderr, "error: %s\\nhint: Install the package of this library.\\n", dlerror());
    return 0;
}}

int main(int count, char **arguments) {{
    const char *slash = count > 0 ? strrchr(arguments[0], '/') : NULL;
    const char *name = slash ? slash + 1 : count > 0 ? arguments[0] : "";
{calls}
    fprintf(stderr, "There is no program called \\"%s\\" in this file.\\n", name);
    return 2;
}}
"""


class LinkError(Exception):
    pass


def objects(build, programs):
    """The paths of the object files of all programs, quoted where a name has a space."""
    paths = set()
    for program in programs:
        path = os.path.join(build, program + ".product", LINK_LIST)
        if not os.path.exists(path):
            raise LinkError(f"{path} does not exist: {program} is not built.")
        with open(path, encoding="utf-8") as file:
            paths.update(line.strip() for line in file if line.strip())
    return sorted(paths)


def without_unwinding(work, paths):
    """Copies of the object files without tables for unwinding. Returns their paths."""
    folder = os.path.join(work, "plain")
    os.makedirs(folder, exist_ok=True)

    def copy(number, path):
        target = os.path.join(folder, f"{number}.o")
        command = ["objcopy", "--remove-section=.eh_frame", "--remove-section=.rela.eh_frame", path.strip("'\""), target]
        done = subprocess.run(command, text=True, capture_output=True)
        if done.returncode:
            raise LinkError(f"{' '.join(command)}: {done.stderr.strip()}")
        return target

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(copy, range(len(paths)), paths))


def entry(program):
    """The name of the entry point that the compiler gives to a program."""
    return program.replace("-", "_") + "_main"


def call(program):
    """The statement in C that runs a program if it is the one that was started."""
    condition = f'strcmp(name, "{program}") == 0'
    run = f"return {entry(program)}(count, arguments)"
    if program in DATABASE:
        run = f'return load("{DATABASE_LIBRARY}") ? {entry(program)}(count, arguments) : 2'
    return f"    if ({condition}) {run};"


def link(work, target, build, programs, libraries, options):
    """Links the programs into the file `target`; `work` is a folder for temporary files."""
    os.makedirs(work, exist_ok=True)
    listed = os.path.join(work, "objects")
    with open(listed, "w", encoding="utf-8") as file:
        file.write("\n".join(without_unwinding(work, objects(build, programs))) + "\n")
    declarations = "".join(f"int {entry(name)}(int, char **);\n" for name in programs)
    calls = "\n".join(call(name) for name in programs)
    source = os.path.join(work, "main.c")
    with open(source, "w", encoding="utf-8") as file:
        file.write(MAIN.format(declarations=declarations, calls=calls))
    for command in (
        ["clang", "-O2", "-fno-asynchronous-unwind-tables", "-c", source, "-o", source + ".o"],
        ["swiftc", "-emit-executable", "-Xlinker", "--as-needed", "-o", target, source + ".o", f"@{listed}", *libraries, *options,
         "-use-ld=lld", "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs",
         "-Xlinker", "--gc-sections", "-Xlinker", "--build-id=none"],
        ["patchelf", "--remove-needed", DATABASE_LIBRARY, target],
    ):
        done = subprocess.run(command, text=True, capture_output=True)
        if done.returncode:
            raise LinkError(f"{' '.join(command)}: {done.stderr.strip()}")


def link_all(work, folder, build, executables, manifest, finish):
    """Links all programs into `folder` and calls `finish` with the path of each file. `manifest` is the text
    of Package.swift, which names libraries that have no module map. Returns the paths of the files."""
    libraries = [f"-l{name}" for name in sorted(set(re.findall(r'links: \["(\w+)"\]', manifest)))]
    # The client exports no symbol, so that unused parts of the static runtime are left out.
    client = os.path.join(folder, CLIENT)
    link(work, client, build, [CLIENT], [], [
        "-static-stdlib", "-l_FoundationCShims", "-l_FoundationCollections", "-Xlinker", "--no-export-dynamic",
        # The C++ library as part of the client, and libzmq loaded when it is used, as in Package.swift.
        "-l:libstdc++.a", "-Xclang-linker", "-static-libgcc",
        "-Xlinker", "--remap-inputs=*/libstdc++.so=/dev/null", "-Xlinker", "--remap-inputs=*/libzmq.so=/dev/null"])
    finish(client)
    files = [client]
    others = [name for name in executables if name != CLIENT]
    local = [name for name in others if name not in NETWORK]
    for group in (local, [name for name in others if name in NETWORK]):
        first = os.path.join(folder, group[0])
        # For the C++ code of BoringSSL.
        link(work, first, build, group, libraries, ["-lstdc++"])
        finish(first)
        files.append(first)
        for name in group[1:]:
            os.link(first, os.path.join(folder, name))
    return files
