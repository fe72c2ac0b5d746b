re.compile("a")
re.match("a", "abc")
re.match("a", "abc").group()
re.match(r"(\d+)", "12").group(1)
re.match(r"(?P<a>\d+)", "12").groupdict()
re.search("b", "abc")
re.search("b", "abc").start()
re.fullmatch("abc", "abc")
re.findall("a", "aba")
list(re.finditer("a", "aba"))
re.sub("a", "c", "abc")
re.subn("a", "c", "abc")
re.split(",", "a,b")
re.escape("a.b")
re.purge()
re.IGNORECASE
re.match("A", "abc", re.IGNORECASE) is not None
self.pattern.match("12")
self.pattern.match("12").group()
self.pattern.findall("1 2")
self.pattern.sub("a", "12")
self.pattern.search("x1") is not None
self.pattern.pattern
if re.match("mean", self.name):
    x = x * 2
string.ascii_letters
string.digits
string.Template("$a").substitute(a=1)
string.capwords("a b")
string.Formatter().format("{}", 1)
json.dumps({"a": 1})
json.dumps([1, 2])
json.dumps(self.table)
json.dumps(x.shape)
json.loads('{"a": 1}')
json.loads("[1]")
json.dumps({"a": n})
json.JSONEncoder().encode([1])
pickle.dumps([1])
pickle.loads(pickle.dumps([1]))
pickle.dumps(x)
csv.reader(["a,b"])
list(csv.reader(["a,b"]))
io.StringIO()
io.StringIO("text").read()
io.StringIO().write("text")
io.BytesIO()
io.BytesIO(b"text").getvalue()
pprint.pprint([1])
pprint.pformat([1])
textwrap.dedent(" a")
textwrap.indent("a", " ")
textwrap.wrap("a b", 1)
difflib.get_close_matches("a", ["a"])
shlex.split("a b")
fnmatch.fnmatch("a.py", "*.py")
unicodedata.normalize("NFC", "é")
html.escape("<")
urllib.parse.urlparse("http://a.b")
urllib.parse.quote("a b")
base64.b64encode(b"a")
binascii.hexlify(b"a")
hashlib.md5(b"a")
hashlib.md5(b"a").hexdigest()
hashlib.sha256(b"a").hexdigest()
hashlib.sha1(self.raw)
hmac.new(b"a", b"b", "sha256")
zlib.crc32(b"a")
zlib.compress(b"a")
secrets.token_hex(2)
secrets.randbelow(3)
uuid.uuid4()
uuid.uuid4().hex
uuid.UUID(int=3)
codecs.encode("a", "rot13")
struct.pack("i", 1)
keyword.iskeyword("if")
ast.literal_eval("[1]")
ast.parse("1")
configparser.ConfigParser()
argparse.Namespace(a=1)
argparse.Namespace(a=1).a
argparse.ArgumentParser()
time.time()
time.time_ns()
time.perf_counter()
time.perf_counter_ns()
time.monotonic()
time.monotonic_ns()
time.process_time()
time.thread_time()
time.sleep(0)
time.ctime()
time.ctime(0)
time.gmtime(0)
time.localtime()
time.strftime("%Y")
time.asctime()
time.mktime(time.gmtime(0))
time.time() - time.time()
timeit.default_timer()
def _():
    start = time.time()
    x = x + 1
    elapsed = time.time() - start
datetime.datetime.now()
datetime.datetime(2020, 1, 1)
datetime.datetime(2020, 1, 1).year
datetime.datetime.now().isoformat()
datetime.date.today()
datetime.timedelta(days=1)
datetime.timedelta(days=1).total_seconds()
datetime.timezone.utc
calendar.isleap(2020)
os.environ
os.environ["PATH"]
os.environ.get("HOME")
os.environ.get("NOTHING", "0")
os.environ.get("NOTHING", "0") == "1"
"HOME" in os.environ
os.environ.setdefault("NEW", "1")
def _():
    os.environ["NEW"] = "1"
os.getenv("HOME")
os.getenv("NOTHING", "0")
int(os.getenv("NOTHING", "0"))
os.putenv("NEW", "1")
os.getcwd()
os.getpid()
os.listdir(".")
os.mkdir(f"made{time.time_ns()}")
os.makedirs("made", exist_ok=True)
os.path.join("a", "b")
os.path.exists(".")
os.path.isfile("a")
os.path.isdir(".")
os.path.basename("a/b")
os.path.dirname("a/b")
os.path.splitext("a.py")
os.path.abspath(".")
os.path.expanduser("~")
os.path.getsize(".")
os.path.normpath("a/../b")
os.path.relpath("a")
os.path.realpath("a")
os.path.split("a/b")
os.path.isabs("a")
os.path.commonprefix(["ab", "ac"])
os.sep
os.name
os.linesep
os.cpu_count()
os.urandom(2)
os.getuid()
os.uname()
os.stat(".")
os.walk(".")
list(os.walk("."))
os.scandir(".")
os.fspath(self.path)
os.getloadavg()
os.times()
os.get_terminal_size
os.devnull
pathlib.Path("a")
pathlib.Path("a") / "b"
pathlib.Path("a/b").name
pathlib.Path("a/b.py").stem
pathlib.Path("a/b.py").suffix
pathlib.Path("a/b").parent
pathlib.Path("a/b").parts
pathlib.Path("a").exists()
pathlib.Path("a").is_file()
pathlib.Path(".").resolve()
pathlib.Path("a").with_suffix(".py")
pathlib.Path.cwd()
pathlib.Path.home()
list(pathlib.Path(".").iterdir())
list(pathlib.Path(".").glob("*"))
pathlib.Path("made").mkdir(exist_ok=True)
pathlib.Path("a").write_text("b")
str(pathlib.Path("a"))
pathlib.Path("a") == pathlib.Path("a")
pathlib.PurePath("a")
pathlib.PurePosixPath("a").as_posix()
self.path.name
self.path.suffix
self.path / "a"
self.path.exists()
str(self.path)
self.path.parent
glob.glob("*")
shutil.which("python")
tempfile.gettempdir()
tempfile.mkdtemp()
tempfile.TemporaryDirectory()
tempfile.NamedTemporaryFile()
sys.argv
sys.version
sys.version_info
sys.version_info >= (3, 10)
sys.version_info[:2]
sys.platform
sys.maxsize
sys.modules
"numpy" in sys.modules
sys.path
sys.stdout
sys.stdout.write("text")
sys.stdout.flush()
sys.stderr.write("text")
sys.getsizeof([1])
sys.getrefcount(x)
sys.getrecursionlimit()
sys.exc_info()
sys._getframe()
sys._getframe().f_lineno
sys.intern("a")
sys.byteorder
sys.float_info.max
sys.float_info.epsilon
sys.executable
sys.getdefaultencoding()
sys.implementation.name
sys.flags
sys.gettrace()
sys.settrace(None)
sys.is_finalizing()
if sys.platform == "linux":
    x = x * 2
platform.system()
platform.python_version()
platform.machine()
sysconfig.get_paths()
socket.gethostname()
getpass.getuser()
locale.getlocale()
signal.getsignal(signal.SIGINT)
gc.collect()
gc.disable()
gc.enable()
gc.isenabled()
gc.get_count()
gc.get_objects
threading.Lock()
threading.RLock()
threading.Event()
threading.Event().set()
threading.Event().is_set()
threading.Semaphore()
threading.Condition()
threading.local()
threading.Thread(target=doubled, args=(1,))
threading.Thread(target=doubled, args=(1,)).start()
threading.current_thread()
threading.current_thread().name
threading.main_thread()
threading.get_ident()
threading.active_count()
threading.Barrier(1)
threading.Timer(1, doubled)
def _():
    with LOCK:
        x = x + 1
def _():
    with self.lock:
        x = x + 1
def _():
    with threading.Lock():
        x = x + 1
def _():
    LOCK.acquire()
    LOCK.release()
self.lock.locked()
self.lock.acquire(blocking=False)
self.lock
queue.Queue()
queue.Queue().put(1)
queue.Queue().empty()
queue.Queue().qsize()
queue.SimpleQueue()
queue.PriorityQueue()
queue.deque
asyncio.sleep(0)
asyncio.iscoroutinefunction(doubled)
warnings.warn("text")
warnings.warn("text", UserWarning)
warnings.warn("text", DeprecationWarning, stacklevel=2)
warnings.warn(f"{x.shape}")
warnings.warn(f"{x.sum()}")
warnings.simplefilter("ignore")
warnings.filterwarnings("ignore")
warnings.resetwarnings()
warnings.catch_warnings()
warnings.warn_explicit("text", UserWarning, "a", 1)
warnings.showwarning
def _():
    with warnings.catch_warnings():
        x = x + 1
def _():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        x = x + 1
def _():
    with warnings.catch_warnings(record=True) as seen:
        x = x + 1
if self.flag:
    warnings.warn("text")
logger.debug("text")
logger.info("text")
logger.warning("text")
logger.error("text")
logger.critical("text")
logger.exception("text")
logger.log(logging.INFO, "text")
logger.info("shape %s", x.shape)
logger.info(f"{x.sum()}")
logger.warning_once("text") if hasattr(logger, "warning_once") else None
logger.isEnabledFor(logging.DEBUG)
logger.setLevel(logging.INFO)
logger.getEffectiveLevel()
logger.level
logger.name
logger.handlers
logger.hasHandlers()
logger.getChild("a")
logger.addHandler(logging.NullHandler())
logger.disabled
self.logger.info("text")
self.logger.warning("text")
self.logger.debug("text")
self.logger.isEnabledFor(logging.INFO)
logging.info("text")
logging.debug("text")
logging.warning("text")
logging.error("text")
logging.getLogger("a")
logging.getLogger()
logging.getLogger("a").info("text")
logging.basicConfig()
logging.DEBUG
logging.getLevelName(10)
logging.disable()
logging.root.info("text")
if logger.isEnabledFor(logging.DEBUG):
    x = x * 2
traceback.print_exc()
traceback.format_exc()
traceback.print_stack()
traceback.format_stack()
traceback.extract_stack()
inspect.signature(doubled)
inspect.signature(doubled).parameters
"value" in inspect.signature(doubled).parameters
inspect.signature(self.forward)
inspect.getfullargspec(doubled)
inspect.getmembers(self.plain)
inspect.isfunction(doubled)
inspect.ismethod(self.helper)
inspect.isclass(Plain)
inspect.ismodule(math)
inspect.isgeneratorfunction(counted)
inspect.isabstract(Plain)
inspect.isbuiltin(len)
inspect.currentframe()
inspect.stack()
inspect.stack()[0].function
inspect.getsource(doubled)
inspect.getfile(doubled)
inspect.getdoc(doubled)
inspect.getmodule(doubled)
inspect.unwrap(decorated)
inspect.getmro(Plain)
inspect.getattr_static(self.plain, "size")
inspect.Parameter.empty
inspect.getcallargs(doubled, 1)
inspect.iscoroutinefunction(doubled)
contextlib.nullcontext()
contextlib.suppress(ValueError)
contextlib.ExitStack()
contextlib.closing(io.StringIO())
contextlib.redirect_stdout(io.StringIO())
contextlib.contextmanager(counted)
contextlib.ContextDecorator()
def _():
    with contextlib.nullcontext():
        x = x + 1
def _():
    with contextlib.nullcontext(3) as k:
        x = x + k
def _():
    with contextlib.suppress(ValueError):
        x = x + 1
def _():
    with contextlib.suppress(ValueError):
        raise ValueError
def _():
    with contextlib.ExitStack() as stack:
        x = x + 1
def _():
    with contextlib.ExitStack() as stack:
        stack.enter_context(torch.no_grad())
        x = x + 1
def _():
    with contextlib.ExitStack() as stack:
        stack.callback(doubled, 1)
def _():
    with contextlib.redirect_stdout(io.StringIO()):
        x = x + 1
def _():
    with contextlib.closing(io.StringIO()) as file:
        x = x + 1
def _():
    with managed(3) as k:
        x = x * k
def _():
    with managed(3):
        x = x + 1
def _():
    with managed(1) as a, managed(2) as c:
        x = x * a * c
def _():
    with torch.no_grad() if self.flag else contextlib.nullcontext():
        x = x + 1
def _():
    with open(os.devnull, "w") as file:
        file.write("a")
def _():
    with tempfile.TemporaryDirectory() as folder:
        x = x + 1
