# What tools/test and tools/up share. Sourced, not run.
# shellcheck shell=bash

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)

# Progress goes to standard error, so that results can be piped.
say() { printf '==> %s\n' "$*" >&2; }
fail() {
    printf 'error: %s\n' "$1" >&2
    if [ $# -gt 1 ]; then printf 'hint: %s\n' "$2" >&2; fi
    exit 1
}

# Given the first argument of a tool: prints what the tool says of itself before its first command, and
# ends, when that is asked for.
help_if_asked() {
    case $1 in
        -h | --help)
            sed -n '2,/^set/{/^#/s/^# \{0,1\}//p}' "$0"
            exit 0
            ;;
    esac
}

# Services and containers often start without HOME, which the Swift tools want.
prepare_home() {
    if [ -n "${HOME:-}" ] && [ -w "$HOME" ]; then return; fi
    HOME=$(getent passwd "$(id -u)" 2>/dev/null | cut -d: -f6) || HOME=
    if [ -z "$HOME" ] || [ ! -w "$HOME" ]; then HOME=$root/.build/home; fi
    mkdir -p "$HOME"
    export HOME
}

# The toolchain, from PATH or from where installers usually put it.
find_swift() {
    command -v swift >/dev/null && return
    local place
    for place in /opt/swift/usr/bin "$HOME/.local/share/swiftly/bin" /usr/local/swift/usr/bin; do
        if [ -x "$place/swift" ]; then
            PATH=$place:$PATH
            return
        fi
    done
    fail "Swift 6.2 or later is not installed." "See https://www.swift.org/install/linux/"
}

# Installs the Debian packages of tools/apt-packages.txt that are not there yet.
install_packages() {
    if ! command -v dpkg-query >/dev/null; then
        say "this is not Debian: the packages of tools/apt-packages.txt are taken to be installed"
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
            || fail "Packages are missing." "As root: apt-get install ${missing[*]}"
        as_root=(sudo)
    fi
    say "installing ${missing[*]}"
    local install=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive
        apt-get install -y -q --no-install-recommends "${missing[@]}")
    "${install[@]}" >&2 && return
    say "refreshing the package lists first"
    "${as_root[@]}" apt-get update -q >&2 \
        || fail "The package lists could not be read." "apt-get update says why"
    "${install[@]}" >&2 || fail "These packages could not be installed: ${missing[*]}"
}

# The Python that has a module: the one of PATH, or else Debian's, which the packages are for.
python_with() {
    if python3 -c "import $1" 2>/dev/null; then echo python3; else echo /usr/bin/python3; fi
}

# The options of every swift command: DAYLINE_SCRATCH names another build folder.
swift_options=(--package-path "$root")
if [ -n "${DAYLINE_SCRATCH:-}" ]; then swift_options+=(--scratch-path "$DAYLINE_SCRATCH"); fi

# Makes a package in FOLDER of the TARGETs and what they need, with links to the sources of this one:
# for builds of another kind, such as those for a sanitizer, which need not be of everything.
# usage: small_package FOLDER TARGET...
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
