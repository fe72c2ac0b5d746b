"""Files, processes and other work of the host in compiled code

## What it does
Finds calls that use the operating system or Python objects outside the graph: files and paths, writes to
`os.environ`, `subprocess`, sockets, `torch.save` and `torch.load`, `pickle`, `json`, `hashlib`, `gc`, `traceback`.

## Why the graph breaks
None of this is an operation on tensors. TorchDynamo follows Python code, but not into functions that are written in C
or that it skips. There it ends the graph, and under `fullgraph=True` it raises. Inside a `with`, a `try` or a loop,
the whole function runs uncompiled.

These are captured and not reported: reads of `os.environ`, `os.getenv`, `os.path.join` and other operations on the
text of a path.

## Example
```python
def forward(self, x):
    x = self.layer(x)
    torch.save(x, "activations.pt")
    return x
```

Use instead:
```python
y = model(x)
torch.save(y, "activations.pt")
```

Code that only an eager run needs can go behind `if not torch.compiler.is_compiling():`.

## The fix
For statements that only write to `sys.stdout` or `sys.stderr`, print a stack or collect garbage. Unsafe: none of this
happens while compiled.
"""

from __future__ import annotations

from fullgraph.lint.domain.events import Call, Index
from fullgraph.lint.domain.externals import FILE
from fullgraph.lint.domain.frame import Finding
from fullgraph.lint.domain.listening import on_calls
from fullgraph.lint.domain.values import External
from fullgraph.rules.shared.names import Breaks, Names, each

REGISTRY = ("GB0007", "GB0059", "GB0156", "GB0294", "GB0147", "GB0142", "GB0008", "GB0811", "GB4818", "GB9193")

NAMES = Names(
    # Files
    Breaks("builtins.open"),
    each("io.", "open StringIO BytesIO"),
    each(f"{FILE}.", "read readline readlines write writelines close flush seek tell", shown="the file's ."),
    each("sys.stdout.", "write writelines flush", skipped="nothing is written"),
    each("sys.stderr.", "write writelines flush", skipped="nothing is written"),
    each("os.", "fdopen open close stat lstat access listdir scandir walk getcwd chdir mkdir makedirs remove unlink"),
    each("os.", "rmdir removedirs rename replace symlink readlink chmod utime truncate"),
    each("os.path.", "exists lexists isfile isdir islink ismount getsize getmtime getatime getctime samefile"),
    each("os.path.", "realpath abspath normpath relpath"),
    each("pathlib.Path.", "exists is_file is_dir is_symlink stat lstat cwd resolve samefile"),
    each("pathlib.Path.", "open read_text read_bytes write_text write_bytes mkdir rmdir touch unlink rename replace"),
    each("shutil.", "copy copy2 copyfile copytree move rmtree which disk_usage"),
    each("tempfile.", "mkdtemp mkstemp TemporaryDirectory NamedTemporaryFile TemporaryFile"),
    each("glob.", "glob"),
    each("torch.", "save load"),
    each("numpy.", "save savez savez_compressed savetxt load loadtxt genfromtxt fromfile"),
    each("pickle.", "dump dumps load loads"),
    each("json.", "dump dumps load loads"),
    each("csv.", "reader writer"),
    each("zipfile.", "ZipFile"),
    each("gzip.", "open compress decompress"),
    # The process and its surroundings
    Breaks("os.environ.update"),
    each("os.", "putenv unsetenv system popen kill getpid getppid getuid uname urandom cpu_count times getloadavg"),
    each("os.", "sched_getaffinity strerror"),
    each("subprocess.", "run call check_call check_output getoutput getstatusoutput Popen"),
    each("socket.", "socket gethostname create_connection"),
    Breaks("urllib.request.urlopen"),
    each("getpass.", "getuser"),
    each("resource.", "getrusage"),
    each("signal.", "signal"),
    each("atexit.", "register"),
    # Python's own machinery
    each("gc.", "collect", skipped="no garbage is collected"),
    each("gc.", "enable disable isenabled freeze get_objects get_count get_stats"),
    each("traceback.", "print_stack print_exc", skipped="nothing is printed"),
    each("traceback.", "format_stack extract_stack"),
    each("sys.", "getsizeof getrefcount setrecursionlimit settrace"),
    # Digests and codings
    each("hashlib.", "new md5 sha1 sha224 sha256 sha384 sha512 blake2b blake2s"),
    each("base64.", "b64encode b64decode"),
    each("zlib.", "crc32 adler32 compress decompress"),
    each("uuid.", "uuid1 uuid4"),
    each("secrets.", "token_bytes token_hex token_urlsafe randbelow"),
)


@on_calls(*NAMES.all)
def check(event: Call) -> Finding | None:
    return NAMES.finding(event)


def check_environment(event: Index) -> Finding | None:
    if event.owner != External("os.environ") or event.kind == "read":
        return None
    what = "writing" if event.kind == "write" else "deleting from"
    return Finding(event, f"{what} os.environ breaks the graph")
