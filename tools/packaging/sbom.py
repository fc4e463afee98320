"""The parts of the package of other authors: their licences, and the bill of materials in SPDX 2.3."""
import dataclasses
import glob
import hashlib
import json
import os
import re
import subprocess
import time

import swift_runtime

#: The path of the bill of materials in the package.
PATH = "usr/share/doc/dayline/sbom.spdx.json"
#: Sources of other projects within a package.
VENDORED = {"swift-nio-ssl": "BoringSSL", "swift-crypto": "BoringSSL"}


@dataclasses.dataclass
class Component:
    name: str
    version: str
    #: The address of the repository, and the commit; None for the toolchain.
    location: str
    revision: str
    licence: str
    #: Paths of its licence and notices.
    notices: list


def licence_of(paths):
    """The SPDX identifier of a licence text."""
    for path in paths:
        with open(path, encoding="utf-8", errors="replace") as file:
            text = file.read()
        if "Apache License" in text:
            has_exception = "Runtime Library Exception" in text
            return "Apache-2.0 WITH Swift-exception" if has_exception else "Apache-2.0"
        if "Permission is hereby granted, free of charge" in text:
            return "MIT"
        if "Redistribution and use in source and binary forms" in text:
            return "BSD-3-Clause"
    return "NOASSERTION"


def components(root, scratch):
    """The packages that are linked into the programs or run by the compiler, and the Swift runtime."""
    with open(os.path.join(root, "Package.resolved"), encoding="utf-8") as file:
        pins = json.load(file)["pins"]
    found = []
    for pin in sorted(pins, key=lambda pin: pin["identity"]):
        folders = glob.glob(os.path.join(scratch, "checkouts", "*"))
        folder = next((f for f in folders if os.path.basename(f).lower() == pin["identity"]), None)
        if folder is None:
            # It belongs to a product that no target of this tree uses.
            continue
        notices = sorted(
            path for path in glob.glob(os.path.join(folder, "*"))
            if re.match(r"(LICENSE|NOTICE|COPYING)", os.path.basename(path), re.I) and os.path.isfile(path))
        found.append(Component(
            pin["identity"], pin["state"].get("version", pin["state"]["revision"]), pin["location"],
            pin["state"]["revision"], licence_of(notices), notices))
    version = subprocess.run(["swift", "--version"], text=True, capture_output=True, check=True).stdout
    toolchain = os.path.dirname(os.path.dirname(os.path.dirname(swift_runtime.folder())))
    licence = os.path.join(toolchain, "share", "swift", "LICENSE.txt")
    found.append(Component(
        "swift-runtime", re.search(r"Swift version (\S+)", version).group(1), "https://github.com/swiftlang/swift",
        None, "Apache-2.0 WITH Swift-exception", [licence] if os.path.exists(licence) else []))
    return found


def versions(components):
    """The components as the list that `dayline --version --verbose` shows."""
    return json.dumps([{"name": component.name, "version": component.version} for component in components]) + "\n"


def copyright(components, own):
    """The copyright file in the format of Debian, version 1.0."""
    def indented(text):
        return "\n".join(f" {line}" if line.strip() else " ." for line in text.strip().splitlines())

    text = ["Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/",
            "Upstream-Name: Dayline", "Comment:",
            " The licences and notices of the linked packages are in /usr/share/doc/dayline/licences,",
            " their versions in /usr/share/doc/dayline/sbom.spdx.json:"]
    for component in components:
        text.append(f" {component.name} {component.version}: {component.licence}.")
    authors = re.search(r"Copyright \(c\) (.+)", own).group(1)
    text += ["", "Files: *", f"Copyright: {authors}", "License: Expat", indented(own[own.index("Permission"):]), ""]
    text += ["Files: usr/lib/dayline/lib/*", "Copyright: Apple Inc. and the Swift project authors",
             "License: Apache-2.0 with Swift exception",
             " On Debian systems, the text of the Apache License 2.0 is in",
             " /usr/share/common-licenses/Apache-2.0. The exception is in",
             " /usr/share/doc/dayline/licences/swift-runtime/LICENSE.txt.", ""]
    return "\n".join(text)


def regular_files(stage):
    return sorted(
        path for path in glob.glob(os.path.join(stage, "usr", "**"), recursive=True)
        if os.path.isfile(path) and not os.path.islink(path))


def staged_file(index, path, stage):
    return {
        "SPDXID": f"SPDXRef-file-{index}", "fileName": "./" + os.path.relpath(path, stage),
        "checksums": [{"algorithm": algorithm.upper(), "checksumValue": swift_runtime.checksum(path, algorithm)}
                      for algorithm in ("sha1", "sha256")],
        "licenseConcluded": "NOASSERTION", "copyrightText": "NOASSERTION"}


def document(version, epoch, components, debian, stage):
    """The bill of materials of the staged files, as a JSON value."""
    main = "SPDXRef-dayline"
    packages = [package(main, "dayline", version, "NOASSERTION", "MIT", f"pkg:deb/dayline@{version}")]
    relations = [("SPDXRef-DOCUMENT", "DESCRIBES", main)]
    for component in components:
        reference = f"SPDXRef-swift-{component.name}".replace(".", "-")
        location = f"git+{component.location}@{component.revision}" if component.revision else component.location
        host = re.sub(r"^https://|\.git$", "", component.location)
        packages.append(package(
            reference, component.name, component.version, location, component.licence,
            f"pkg:swift/{host}@{component.version}"))
        if component.revision:
            relations.append((main, "STATIC_LINK", reference))
        else:
            relations.append((main, "CONTAINS", reference))
        if component.name in VENDORED:
            vendored = f"{reference}-vendored"
            packages.append(package(
                vendored, f"{VENDORED[component.name]} in {component.name}", component.version, location,
                "NOASSERTION", None))
            relations.append((reference, "CONTAINS", vendored))
    for name, found in sorted(debian.items()):
        reference = "SPDXRef-debian-" + name.replace("+", "plus")
        packages.append(package(
            reference, name, found, "NOASSERTION", "NOASSERTION", f"pkg:deb/debian/{name}@{found}?distro=bookworm"))
        relations.append((main, "DYNAMIC_LINK", reference))
    files = [staged_file(index, path, stage) for index, path in enumerate(regular_files(stage))]
    relations += [(main, "CONTAINS", file["SPDXID"]) for file in files]
    sums = sorted(file["checksums"][0]["checksumValue"] for file in files)
    packages[0].update(filesAnalyzed=True, packageVerificationCode={
        "packageVerificationCodeValue": hashlib.sha1("".join(sums).encode()).hexdigest(),
        "packageVerificationCodeExcludedFiles": ["./" + PATH]})
    return {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": f"dayline-{version}",
        "documentNamespace": f"https://dayline.invalid/sbom/dayline-{version}-{epoch}",
        "creationInfo": {
            "created": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(epoch)), "creators": ["Tool: tools/package"]},
        "packages": packages, "files": files,
        "relationships": [
            {"spdxElementId": first, "relationshipType": kind, "relatedSpdxElement": second}
            for first, kind, second in relations],
    }


def package(reference, name, version, location, licence, purl):
    entry = {
        "SPDXID": reference, "name": name, "versionInfo": version, "downloadLocation": location,
        "filesAnalyzed": False, "licenseConcluded": "NOASSERTION", "licenseDeclared": licence,
        "copyrightText": "NOASSERTION"}
    if purl:
        entry["externalRefs"] = [
            {"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": purl}]
    return entry
