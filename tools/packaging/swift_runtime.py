"""The shared libraries that programs load: those of the Swift runtime, and those of Debian packages."""
import glob
import hashlib
import os
import re
import subprocess

NEEDED = re.compile(r"\(NEEDED\).*\[(.+)\]")


def checksum(path, algorithm):
    digest = hashlib.new(algorithm)
    with open(path, "rb") as file:
        while block := file.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()


def names(path):
    """The names of the libraries that a program or library declares."""
    output = subprocess.run(["readelf", "-d", path], text=True, capture_output=True, check=True).stdout
    return NEEDED.findall(output)


def folder():
    """The folder of the toolchain's runtime."""
    info = subprocess.run(["swift", "-print-target-info"], text=True, capture_output=True, check=True).stdout
    return re.search(r'"runtimeLibraryPaths"\s*:\s*\[\s*"([^"]+)"', info).group(1)


def needed(programs):
    """The paths of the runtime libraries that the programs load, directly or through another one."""
    runtime, found, pending = folder(), {}, list(programs)
    while pending:
        for name in names(pending.pop()):
            path = os.path.join(runtime, name)
            if name not in found and os.path.exists(path):
                found[name] = path
                pending.append(path)
    return [found[name] for name in sorted(found)]


def debian_packages(stage, prefix):
    """{package: version} of the shared libraries of the system that the staged files declare."""
    paths = glob.glob(os.path.join(stage, prefix, "bin", "*")) + glob.glob(os.path.join(stage, prefix, "lib", "*"))
    declared = {name for path in paths for name in names(path)}
    own = {os.path.basename(path) for path in paths}
    cache = subprocess.run(["/sbin/ldconfig", "-p"], text=True, capture_output=True, check=True).stdout
    places = dict(reversed(re.findall(r"^\s(\S+) \(libc6,x86-64[^)]*\) => (\S+)", cache, re.M)
                           or re.findall(r"^\s(\S+) \(libc6[^)]*\) => (\S+)", cache, re.M)))
    packages = {}
    for name in sorted(declared - own):
        if name not in places:
            continue
        path = os.path.realpath(places[name])
        for candidate in (path, path.removeprefix("/usr")):
            owner = subprocess.run(["dpkg-query", "-S", candidate], text=True, capture_output=True).stdout
            if owner:
                package = owner.split(":")[0]
                packages[package] = subprocess.run(
                    ["dpkg-query", "-W", "-f", "${Version}", package], text=True, capture_output=True,
                    check=True).stdout
                break
    return packages
