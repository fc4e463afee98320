"""Workers of two builds in one home, which are replaced one after the other."""
import json
import os
import shutil

#: The supervisor starts everything again after its end.
BROKER = "broker"


class Builds:
    """Copies of the plugins whose workers start the program of the build that is chosen for their name."""

    def __init__(self, folder, root, binaries):
        self.binaries, self.current = [os.path.realpath(path) for path in binaries], 0
        self.choices, self.plugins = os.path.join(folder, "choices"), os.path.join(folder, "plugins")
        os.mkdir(self.choices)
        shutil.copytree(os.path.join(root, "Plugins"), self.plugins)
        for name in os.listdir(self.plugins):
            if not name.endswith("Importer"):
                self.write_program(os.path.join(self.plugins, name, name), name)

    def write_program(self, path, name):
        with open(path, "w", encoding="utf-8") as file:
            file.write(f"#!/bin/sh\nfolder='{self.binaries[0]}'\nchoice=\"{self.choices}/$DAYLINE_WORKER\"\n"
                       f"if [ -e \"$choice\" ]; then read -r folder <\"$choice\"; fi\nexec \"$folder/{name}\"\n")
        os.chmod(path, 0o755)

    def replace(self, home, chance, wait):
        """Replaces all workers but the broker in a random order, and calls `wait` after each.
        Raises RuntimeError if a worker is not of the other build afterwards."""
        self.current = 1 - self.current
        names = sorted(set(self.programs(home)) - {BROKER})
        chance.shuffle(names)
        for name in names:
            with open(os.path.join(self.choices, name), "w", encoding="utf-8") as file:
                file.write(self.binaries[self.current] + "\n")
            home.repeat("restart", name)
            program = self.programs(home).get(name)
            if not program or os.path.dirname(program) != self.binaries[self.current]:
                raise RuntimeError(f"{name} is {program} instead of the one in {self.binaries[self.current]}")
            wait()

    @staticmethod
    def programs(home):
        """{name: path of the program} of the running workers."""
        workers = json.loads(home.repeat("status", "--json"))["workers"]
        return {worker["name"]: os.path.realpath(f"/proc/{worker['pid']}/exe")
                for worker in workers if worker.get("pid")}
