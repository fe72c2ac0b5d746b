(5).bit_length()
(5).bit_count()
(5).to_bytes(2, "big")
int.from_bytes(b"\x01", "little")
(5).conjugate()
(5).as_integer_ratio()
(5).numerator
(5).denominator
(5).real
(5).imag
(5).__add__(3)
(5).__abs__()
(5).__bool__()
(5).__index__()
(5).__int__()
(5).__float__()
(5).__floordiv__(2)
(5).__mod__(2)
(5).__pow__(2)
(5).__neg__()
(5).__hash__()
(5).__str__()
(5).__repr__()
(5).__format__("d")
(5).__eq__(5)
(5).__lt__(6)
(5).__class__
(5).__and__(3)
(5).__or__(3)
(5).__xor__(3)
(5).__lshift__(1)
(5).__rshift__(1)
(5).__invert__()
(5).__divmod__(2)
(5).__truediv__(2)
(5).__round__()
(5).__ceil__()
(5).__floor__()
(5).__trunc__()
(5).__radd__(1)
(1.5).is_integer()
(1.5).as_integer_ratio()
(1.5).hex()
float.fromhex("0x1.8p+0")
(1.5).conjugate()
(1.5).real
(1.5).imag
(1.5).__add__(1)
(1.5).__int__()
(1.5).__round__(1)
(1.5).__trunc__()
(1.5).__floor__()
(1.5).__ceil__()
(1.5).__hash__()
(1.5).__repr__()
(1.5).__format__(".1f")
(1.5).__class__
(1.5).__bool__()
(1.5).__abs__()
(1.5).__neg__()
(1.5).__pow__(2)
(1.5).__mod__(1)
(1.5).__divmod__(1)
float.__getformat__("double")
(1 + 2j).conjugate()
(1 + 2j).real
(1 + 2j).imag
(1 + 2j) * 2
abs(3 + 4j)
(1 + 2j) == (1 + 2j)
(1 + 2j) ** 2
complex(1, 2) / 2
self.complex.real
x * self.complex
True + True
True.bit_length()
True & False
not True
self.count.bit_length()
self.count.to_bytes(1, "big")
self.count + 1
self.count // 2
self.count ** 2
self.count << 2
self.count % 2 == 0
self.scale.is_integer()
self.scale.as_integer_ratio()
self.scale * 2
self.scale ** 0.5
-self.scale
self.scale // 0.2
self.scale % 0.2
n.bit_length()
n.bit_count()
n.to_bytes(2, "big")
n.conjugate()
n.real
n.numerator
n.as_integer_ratio()
n.__index__()
n.__add__(1)
n.__class__
n.__bool__()
n.__mod__(2)
n.__neg__()
n.__eq__(3)
n.__float__()
n.__abs__()
n.__int__()
x.shape[0].bit_length()
x.shape[0].__index__()
1_000
0xFF
1e-5
2**100
10**20 + 1
-7 // 2
-7 % 3
7.5 // 2
1 / 3
5 & 3
5 | 3
5 ^ 3
~5
5 << 2
5 >> 1
1 < 2 < 3
1 == 1.0
1 is not None
3 in (1, 2, 3)
0.1 + 0.2 == 0.3
float("inf") > 1
float("nan") == float("nan")
math.nan
int("0b11", 0)
int(1e3)
int(-1.5)
int.__add__(1, 2)
float.__add__(1.0, 2.0)
int.bit_length(5)
round(1.2345, 2)
divmod(-7, 2)
pow(3, -1, 7)
sum([1.0, 2.0])
max(1, 2.5)
bool(0.0)
bool("")
complex("1j")
hash(1.0)
