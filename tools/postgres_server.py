"""A PostgreSQL server of the installed Debian package, for tools that run Dayline on one."""
import os
import pwd
import socket
import subprocess
import sys

VERSIONS = "/usr/lib/postgresql"
#: The role of the storage workers, and the database.
WORKER, DATABASE = "worker", "health"
START_SECONDS = 60


def fail(problem, remedy=None):
    sys.exit(f"error: {problem}" + (f"\nhint: {remedy}" if remedy else ""))


def run(*command, check=True, **options):
    """The standard output of a command. A failure ends this program with the errors of the command."""
    done = subprocess.run(command, text=True, capture_output=True, stdin=subprocess.DEVNULL, **options)
    if check and done.returncode:
        fail(f"{' '.join(command)} ended with status {done.returncode}: {(done.stderr or done.stdout).strip()}")
    return done.stdout


def free_port():
    """A port of the loopback interface that no program listens on."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


class Server:
    """A PostgreSQL server whose data and socket are in a folder. It does not run as root."""

    def __init__(self, folder, port):
        self.folder, self.port = folder, port
        self.data = os.path.join(folder, "data")

    @staticmethod
    def programs():
        versions = sorted((int(name) for name in os.listdir(VERSIONS) if name.isdigit())) if os.path.isdir(VERSIONS) else []
        if not versions:
            fail("PostgreSQL is not installed.", "apt-get install postgresql")
        return os.path.join(VERSIONS, str(versions[-1]), "bin")

    def version(self):
        return self.call("postgres", "--version").strip().replace("postgres (PostgreSQL)", "PostgreSQL")

    def call(self, program, *arguments, **options):
        command = [os.path.join(self.programs(), program), *arguments]
        if os.geteuid() == 0:
            command = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", *command]
        return run(*command, cwd="/", **options)

    def create_folder(self):
        os.mkdir(self.folder, 0o700)
        if os.geteuid() == 0:
            entry = pwd.getpwnam("postgres")
            os.chown(self.folder, entry.pw_uid, entry.pw_gid)

    def initialize(self):
        self.create_folder()
        self.call("initdb", f"--pgdata={self.data}", "--username=owner", "--auth=trust", "--encoding=UTF8",
                  "--locale=C.UTF-8", "--data-checksums", "--no-instructions")
        self.append("max_connections = 60")

    def append(self, *lines):
        with open(os.path.join(self.data, "postgresql.auto.conf"), "a", encoding="utf-8") as file:
            file.write("".join(line + "\n" for line in lines))

    def start(self):
        self.append("listen_addresses = ''", f"unix_socket_directories = '{self.folder}'", f"port = {self.port}")
        self.call("pg_ctl", "start", "--wait", f"--pgdata={self.data}", f"--log={self.folder}/log",
                  f"--timeout={START_SECONDS}")

    def copy(self, primary):
        self.create_folder()
        self.call("pg_basebackup", f"--host={primary.folder}", f"--port={primary.port}", "--username=owner",
                  f"--pgdata={self.data}", "--wal-method=stream", "--checkpoint=fast", "--write-recovery-conf")
        self.append(f"primary_conninfo = 'host={primary.folder} port={primary.port} user=owner "
                    "application_name=standby'")

    def create_role(self):
        """Creates the role of the storage workers."""
        self.execute(f"CREATE ROLE {WORKER} LOGIN", database="postgres")

    def create_database(self, programs, name=DATABASE):
        """Creates a database with the tables of Dayline, whose programs are in a folder."""
        self.execute(f"CREATE DATABASE {name}", database="postgres")
        run(os.path.join(programs, "dayline-postgres"), "migrate", self.address("owner", name), "--worker", WORKER)

    def address(self, role, name=DATABASE, folder=None):
        """The address of a database, by default through the server's own socket."""
        return f"postgresql://{role}@/{name}?host={folder or self.folder}&port={self.port}"

    def execute(self, statement, database=DATABASE):
        return self.call("psql", f"--host={self.folder}", f"--port={self.port}", "--username=owner",
                         f"--dbname={database}", "--no-psqlrc", "--tuples-only", "--no-align",
                         f"--command={statement}").strip()

    def pid(self):
        """The main process; None if the server does not run."""
        try:
            with open(os.path.join(self.data, "postmaster.pid"), encoding="utf-8") as file:
                pid = int(file.readline())
            os.kill(pid, 0)
            return pid
        except (OSError, ValueError):
            return None

    def stop(self):
        if self.pid() is not None:
            self.call("pg_ctl", "stop", "--mode=immediate", "--wait", f"--pgdata={self.data}", check=False)
