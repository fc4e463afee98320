"""Builds the guide as HTML.

usage: build.py OUTPUT

The pages of docs/guide come first, then those of docs that they lead to. Links to other files become their
text. Fails on a link to a page or heading that does not exist. tools/docs calls this file.
"""
import os
import posixpath
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
DOCS = os.path.join(ROOT, "docs")
THEME = os.path.join(ROOT, "tools", "help", "theme")
#: The pages of docs for people who use Dayline; the others are for those who work on it.
REFERENCE = ("web", "widgets", "sources", "csv", "exports", "mcp", "importers", "api", "protocol", "security")
LINK = re.compile(r"\[([^\]]+)\]\(([^)\s]+)\)")

#: Adds what a browser needs to scroll wide blocks by keyboard.
HOOK = '''
def on_page_content(html, **_):
    html = html.replace("<pre>", '<pre tabindex="0">')
    html = html.replace("<table>", '<div class="scroll" tabindex="0"><table>')
    return html.replace("</table>", "</table></div>")
'''


def pages():
    """The path in the site by the path in docs, in the order of the guide."""
    with open(os.path.join(DOCS, "guide", "README.md"), encoding="utf-8") as file:
        names = re.findall(r"^- \[[^\]]+\]\(([\w-]+)\.md\)", file.read(), re.M)
    existing = {name[:-3] for name in os.listdir(os.path.join(DOCS, "guide"))} - {"README"}
    if set(names) != existing:
        sys.exit(f"error: docs/guide/README.md does not list {', '.join(existing ^ set(names))}")
    guide = {"guide/README.md": "index.md"} | {f"guide/{name}.md": f"{name}.md" for name in names}
    return guide | {f"{name}.md": f"reference/{name}.md" for name in REFERENCE}


def converted(text, source, target, site):
    """The text of a page with links between the pages of the site."""
    def link(match):
        label, address = match.groups()
        if address.startswith(("http://", "https://", "#", "mailto:")):
            return match.group(0)
        path, _, anchor = address.partition("#")
        other = site.get(posixpath.normpath(posixpath.join(posixpath.dirname(source), path)))
        if other is None:
            return label
        relative = posixpath.relpath(other, posixpath.dirname(target) or ".")
        return f"[{label}]({relative}{'#' + anchor if anchor else ''})"
    return LINK.sub(link, text)


def configuration(folder, output, site):
    def entries(paths):
        return "".join(f"      - {path}\n" for path in paths)
    guide = [path for path in site.values() if "/" not in path]
    reference = [path for path in site.values() if "/" in path]
    return (
        "site_name: Dayline\n"
        f"docs_dir: {folder}/pages\nsite_dir: {output}\n"
        "use_directory_urls: false\nstrict: true\nplugins: []\n"
        f"theme:\n  name: null\n  custom_dir: {THEME}\n"
        f"hooks: [{folder}/hook.py]\n"
        "validation:\n  links: {not_found: warn, anchors: warn, absolute_links: warn, unrecognized_links: warn}\n"
        "  nav: {omitted_files: warn, not_found: warn}\n"
        f"nav:\n  - Tasks:\n{entries(guide)}  - Reference:\n{entries(reference)}")


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    output = os.path.abspath(sys.argv[1])
    site = pages()
    folder = tempfile.mkdtemp(prefix="dayline-help-")
    try:
        for source, target in site.items():
            with open(os.path.join(DOCS, source), encoding="utf-8") as file:
                text = converted(file.read(), source, target, site)
            path = os.path.join(folder, "pages", target)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
        for name, text in (("hook.py", HOOK), ("mkdocs.yml", configuration(folder, output, site))):
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(text)
        done = subprocess.run(
            [sys.executable, "-m", "mkdocs", "build", "--quiet", "--config-file", f"{folder}/mkdocs.yml"],
            env={**os.environ, "NO_MKDOCS_2_WARNING": "1", "SOURCE_DATE_EPOCH": "0"})
        if done.returncode:
            sys.exit("error: the guide was not built.")
        shutil.copy(os.path.join(ROOT, "Plugins", "WebGateway", "Assets", "icon.svg"), output)
        for name in ("404.html", "sitemap.xml", "sitemap.xml.gz"):
            path = os.path.join(output, name)
            if os.path.exists(path):
                os.remove(path)
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
