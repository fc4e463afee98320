# Functions of tools/test, tools/up and other scripts. Sourced, not run.
# shellcheck shell=bash

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)

# Progress is printed to standard error, so that results can be piped.
say() { printf '==> %s\n' "$*" >&2; }
fail() {
    printf 'error: %s\n' "$1" >&2
    if [ $# -gt 1 ]; then printf 'hint: %s\n' "$2" >&2; fi
    exit 1
}

# Prints the comment at the start of a script, which is its help, and exits if the script's first argument
# asks for help.
help_if_asked() {
    case $1 in
        -h | --help)
            sed -n '2,/^set/{/^#/s/^# \{0,1\}//p}' "$0"
            exit 0
            ;;
    esac
}

# Sets HOME if it is missing, as in many services and containers: the Swift tools need it.
prepare_home() {
    if [ -n "${HOME:-}" ] && [ -w "$HOME" ]; then return; fi
    HOME=$(getent passwd "$(id -u)" 2>/dev/null | cut -d: -f6) || HOME=
    if [ -z "$HOME" ] || [ ! -w "$HOME" ]; then HOME=$root/.build/home; fi
    mkdir -p "$HOME"
    export HOME
}

# Finds the toolchain in PATH or in the usual folders.
find_swift() {
    command -v swift >/dev/null && return
    local folder
    for folder in /opt/swift/usr/bin "$HOME/.local/share/swiftly/bin" /usr/local/swift/usr/bin; do
        if [ -x "$folder/swift" ]; then
            PATH=$folder:$PATH
            return
        fi
    done
    fail "Swift 6.2 or later is not installed." "See https://www.swift.org/install/linux/"
}

# Puts the folder of Python first in PATH if a version manager starts Python by a shell script, which takes three
# times as long: tests start hundreds of programs in Python.
find_python() {
    local python
    python=$(command -v python3) || return 0
    if [ "$(head -c 2 "$python")" = '#!' ]; then
        PATH=$(dirname "$(python3 -c 'import sys; print(sys.executable)')"):$PATH
    fi
}

# Installs the missing Debian packages of tools/apt-packages.txt.
install_packages() {
    if ! command -v dpkg-query >/dev/null; then
        say "not a Debian system: the packages of tools/apt-packages.txt are assumed to be installed"
        return
    fi
    local wanted missing=() name
    mapfile -t wanted < <(grep -vE '^[[:space:]]*(#|$)' "$root/tools/apt-packages.txt")
    for name in "${wanted[@]}"; do
        if ! dpkg-query -W -f '${Status}' "$name" 2>/dev/null | grep -q 'ok installed'; then
            missing+=("$name")
        fi
    done
    if [ ${#missing[@]} -eq 0 ]; then return; fi

    local as_root=()
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null \
            || fail "Packages are missing: ${missing[*]}" "As root: apt-get install ${missing[*]}"
        as_root=(sudo)
    fi
    say "installing ${missing[*]}"
    local install=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive
        apt-get install -y -q --no-install-recommends "${missing[@]}")
    "${install[@]}" >&2 && return
    say "refreshing the package lists first"
    "${as_root[@]}" apt-get update -q >&2 \
        || fail "The package lists could not be updated." "For the reason, run: apt-get update"
    "${install[@]}" >&2 || fail "These packages could not be installed: ${missing[*]}"
}

# Prints a Python that has a module: that of PATH, or else Debian's, for which the packages are installed.
python_with() {
    if python3 -c "import $1" 2>/dev/null; then echo python3; else echo /usr/bin/python3; fi
}

# Prints the Python of an environment NAME in the build folder, with the packages from PyPI that the file
# REQUIREMENTS lists.
python_of() {
    local folder=${DAYLINE_SCRATCH:-$root/.build}/$1-python wanted=$root/$2
    if ! cmp -s "$wanted" "$folder/requirements.txt"; then
        rm -rf "$folder"
        mkdir -p "$(dirname "$folder")"
        /usr/bin/python3 -m venv "$folder" >&2
        "$folder/bin/pip" install --quiet --disable-pip-version-check -r "$wanted" >&2
        cp "$wanted" "$folder/requirements.txt"
    fi
    echo "$folder/bin/python"
}

# Prints the Python of the browser tests, of tools/exports-check.py and of tools/docs.
browser_python() { python_of browser Tests/Browser/requirements.txt; }
exports_python() { python_of exports tools/exports-requirements.txt; }
docs_python() { python_of docs tools/help/requirements.txt; }

# Installs the Python library with its tables into a new environment, as a person would, together with mypy,
# and prints the Python of the environment.
client_python() {
    local folder=${DAYLINE_SCRATCH:-$root/.build}/client-python
    if [ ! -e "$folder/installed" ] || [ -n "$(find "$root/tools/python" -newer "$folder/installed" \
        -name '*.py' -o -newer "$folder/installed" -name pyproject.toml)" ]; then
        rm -rf "$folder"
        mkdir -p "$(dirname "$folder")"
        /usr/bin/python3 -m venv "$folder" >&2
        # A copy, because the build writes beside the sources, with the file that has the version.
        mkdir -p "$folder/source/tools" "$folder/source/Modules/HostFiles"
        cp -r "$root/tools/python" "$folder/source/tools/python"
        cp "$root/Modules/HostFiles/ProductVersion.swift" "$folder/source/Modules/HostFiles"
        "$folder/bin/pip" install --quiet --disable-pip-version-check \
            "$folder/source/tools/python[tables]" mypy==1.11.2 >&2
        touch "$folder/installed"
    fi
    echo "$folder/bin/python"
}

# The options of every swift command. DAYLINE_SCRATCH is an alternative build folder.
swift_options=(--package-path "$root")
if [ -n "${DAYLINE_SCRATCH:-}" ]; then swift_options+=(--scratch-path "$DAYLINE_SCRATCH"); fi

# Writes a package to FOLDER that has only the TARGETs and their dependencies, with links to the sources:
# for special builds, such as those for a sanitizer.
small_package() {
    local folder=$1 name
    shift
    mkdir -p "$folder"
    for name in Modules Plugins Tests docs tools; do ln -sfn "$root/$name" "$folder/$name"; done
    {
        cat "$root/Package.swift"
        printf 'var wanted: Set<String> = ['
        printf '"%s", ' "$@"
        printf ']\n'
        cat <<'END'
func name(_ dependency: Target.Dependency) -> String? {
    switch dependency {
    case .targetItem(let name, _), .byNameItem(let name, _): name
    default: nil
    }
}
for _ in package.targets {
    for target in package.targets where wanted.contains(target.name) {
        wanted.formUnion(target.dependencies.compactMap(name))
    }
}
package.targets.removeAll { !wanted.contains($0.name) }
package.products = []
END
    } >"$folder/Package.swift"
}
