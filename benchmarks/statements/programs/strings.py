"text".capitalize()
"TEXT".casefold()
"text".center(10)
"text".center(10, "*")
"text".count("t")
"text".encode()
"text".encode("utf-8", "ignore")
"text".endswith("t")
"text".endswith(("t", "x"))
"a\tb".expandtabs()
"text".find("x")
"text".find("q")
"{} {}".format(1, 2)
"{a:.2f}".format(a=1.5)
"{0!r}".format("a")
"{}".format(x)
"{}".format(x.shape)
"{}".format(n)
"{a}".format_map({"a": 1})
"text".index("x")
"text".isalnum()
"text".isalpha()
"text".isascii()
"12".isdecimal()
"12".isdigit()
"text".isidentifier()
"text".islower()
"12".isnumeric()
"text".isprintable()
" ".isspace()
"Text".istitle()
"TEXT".isupper()
",".join(["a", "b"])
",".join(str(k) for k in self.sizes)
",".join(self.table)
"".join(map(str, x.shape))
"text".ljust(8)
"TEXT".lower()
"  text".lstrip()
"text".lstrip("t")
str.maketrans("ab", "cd")
str.maketrans({"a": "b"})
"a.b".partition(".")
"text".removeprefix("te")
"text".removesuffix("xt")
"text".replace("t", "s")
"text".replace("t", "s", 1)
"text".rfind("t")
"text".rindex("t")
"text".rjust(8, ".")
"a.b.c".rpartition(".")
"a b c".rsplit()
"a,b,c".rsplit(",", 1)
"text  ".rstrip()
"text".rstrip("t")
"a b".split()
"a,b".split(",")
"a,b,c".split(",", 1)
"a,b".split(",")[0]
"a\nb".splitlines()
"a\nb".splitlines(True)
"text".startswith("te")
"text".startswith("x", 2)
"  text ".strip()
"text".strip("t")
"Text".swapcase()
"some text".title()
"text".translate({116: "s"})
"text".translate(str.maketrans("t", "s"))
"text".upper()
"42".zfill(5)
"text"[0]
"text"[-1]
"text"[1:3]
"text"[::-1]
"te" + "xt"
"ab" * 3
"ab" * n
"a" in "abc"
"a" not in "abc"
"a" < "b"
"a" == "a"
"a" != "b"
"%s %d" % ("a", 1)
"%.3f" % 1.5
"%s" % x
"%d" % n
"%(a)s" % {"a": 1}
"%s" % self.name
len("text")
hash("text")
str.upper("text")
str.join(",", ["a"])
list("text")
sorted("text")
set("text")
"text".__len__()
"text".__contains__("t")
"text".__class__
"text".__add__("s")
"text".__eq__("text")
"text".__hash__()
"text".__format__("")
"text".__getitem__(0)
"text".__iter__()
"text".__str__()
"text".__repr__()
"text".__mod__(())
"text".__doc__
self.name.upper()
self.name.startswith("m")
self.name == "mean"
self.name in ("mean", "sum")
self.name + "s"
self.name[0]
self.name.split("e")
self.name.encode()
for character in "text":
    x = x + ord(character)
for word in "a b".split():
    x = x + len(word)
if self.name == "mean":
    x = x.mean()
if self.name.endswith("n"):
    x = x * 2
f"{self.name}"
f"{self.count}"
f"{self.scale:.2f}"
f"{n}"
f"{n:03d}"
f"{n + 1}"
f"{x}"
f"{x.shape}"
f"{x.shape[0]}"
f"{x.sum()}"
f"{x.sum():.2f}"
f"{x.sum().item():.2f}"
f"{x.dtype}"
f"{x.device}"
f"{self.name!r}"
f"{self.name:>10}"
f"{self.sizes}"
f"{self.table['a']}"
f"{self.config}"
f"{self.config.size}"
f"{self.color}"
f"{self.color.name}"
f"{self.count=}"
f"{self.__class__.__name__}"
f"{type(x)}"
f"{'a' if self.flag else 'b'}"
f"{len(x)}"
f"{self.linear}"
f"{self}"
f"{'nested'} {1 + 1} {[1, 2]}"
f"{self.count:{self.sizes[0]}d}"
f"{self.number}"
f"{self.path}"
f"{math.pi:.3f}"
f"{1_000_000:,}"
f"{0.5:.0%}"
f"{None}"
f"{x.shape[0] * 2:>5}"
def _():
    key = f"layer_{self.count}"
    self.cache[key] = x
getattr(self, f"{'linear'}")(x)
{f"k{k}": k for k in range(2)}
"é".encode("latin-1")
b"text".capitalize()
b"text".center(8)
b"text".count(b"t")
b"text".decode()
b"text".decode("utf-8", "ignore")
b"text".endswith(b"t")
b"a\tb".expandtabs()
b"text".find(b"x")
bytes.fromhex("00ff")
b"text".hex()
b"text".index(b"x")
b"text".isalnum()
b"text".isalpha()
b"text".isascii()
b"12".isdigit()
b"text".islower()
b" ".isspace()
b"Text".istitle()
b"TEXT".isupper()
b",".join([b"a", b"b"])
b"text".ljust(8)
b"TEXT".lower()
b" text".lstrip()
bytes.maketrans(b"a", b"b")
b"a.b".partition(b".")
b"text".removeprefix(b"te")
b"text".removesuffix(b"xt")
b"text".replace(b"t", b"s")
b"text".rfind(b"t")
b"text".rindex(b"t")
b"text".rjust(8)
b"a.b".rpartition(b".")
b"a b".rsplit()
b"text ".rstrip()
b"a,b".split(b",")
b"a\nb".splitlines()
b"text".startswith(b"t")
b" text ".strip()
b"Text".swapcase()
b"some text".title()
b"text".translate(None, b"t")
b"text".upper()
b"42".zfill(5)
b"text"[0]
b"text"[1:]
b"a" + b"b"
b"a" * 2
b"a" in b"abc"
b"a" == b"a"
b"%d" % 3
len(b"text")
list(b"text")
self.raw.decode()
self.raw[0]
self.raw == b"raw"
len(self.raw)
bytearray(b"ab").append(3)
bytearray(b"ab").extend(b"c")
bytearray(b"ab").decode()
int.from_bytes(b"ab", "big")
struct.pack("<i", 3)
struct.unpack("<i", b"abcd")
struct.calcsize("<i")
