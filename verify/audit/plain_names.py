"""The names that plain code may use, and those that lead out of what it was given."""

OWN = "banditproof"
COMPUTING = frozenset(
    {
        *("math", "cmath", "fractions", "decimal", "numbers", "statistics", "random", "itertools"),
        *("functools", "collections", "bisect", "heapq", "dataclasses", "typing", "abc", "enum"),
        *("copy", "operator"),
        *("numpy", "_operator", "_bisect", "_heapq", "_collections", "_random", "_statistics"),
    }
)
"""The modules whose names code may use; of this library, those of theory and algorithms."""
FUNCTIONS = frozenset(
    {
        *("abs", "all", "any", "bool", "complex", "dict", "divmod", "enumerate", "filter", "float"),
        *("frozenset", "int", "isinstance", "iter", "len", "list", "map", "max", "min", "next"),
        *("pow", "property", "range", "reversed", "round", "set", "slice", "sorted", "str", "sum"),
        *(
            "super",
            "tuple",
            "zip",
            "staticmethod",
            "classmethod",
            "hash",
            "print",
            "repr",
            "object",
        ),
        *(
            "ValueError",
            "TypeError",
            "IndexError",
            "KeyError",
            "ZeroDivisionError",
            "StopIteration",
        ),
        *("NotImplementedError", "AssertionError", "ArithmeticError", "Exception", "RuntimeError"),
        *("OverflowError", "LookupError", "NotImplemented", "Ellipsis", "issubclass", "callable"),
    }
)
"""The built-in names that code may use."""
DENIED = frozenset(
    {
        *("format", "format_map", "mro", "ctypes", "ctypeslib", "memmap", "fromfile", "tofile"),
        *("load", "loads", "loadtxt", "genfromtxt", "save", "savez", "savetxt", "dump", "dumps"),
        *("DataSource", "testing", "f2py", "lib", "core", "open_memmap", "frombuffer", "data"),
        *("FunctionType", "CodeType", "FrameType", "MethodType", "new_class", "getstate"),
        *("setstate", "bit_generator", "SystemRandom", "with_traceback", "setfield", "sys", "os"),
        *("get_objects", "get_referrers", "modules", "attrgetter", "methodcaller", "cell_contents"),
        *("update_wrapper", "wraps", "as_strided"),
        *("make_dataclass", "get_type_hints", "ForwardRef", "fromregex", "inspect", "builtins"),
        *("types", "weakref", "copyreg", "contextlib", "importlib", "gc", "threading", "source"),
    }
)
"""Attributes that lead out of what code was given, by memory, files, text or types."""
INNER = ("f_", "tb_", "gi_", "cr_", "ag_", "co_", "_")
"""How the names of the insides of objects begin; a class may use private names of its own."""
WRITING = frozenset(
    {
        *("STORE_ATTR", "DELETE_ATTR", "STORE_GLOBAL", "DELETE_GLOBAL", "STORE_NAME"),
        "MATCH_CLASS",  # a pattern reads attributes by names that stand among the constants
        *("DELETE_NAME", "IMPORT_NAME", "IMPORT_FROM", "IMPORT_STAR", "LOAD_BUILD_CLASS"),
    }
)
"""Steps of byte code that change an object, a module or a class, make one, or look inside one."""
OPERATIONS = frozenset(
    {
        *("__init__", "__post_init__", "__call__", "__eq__", "__ne__", "__lt__", "__le__"),
        *("__gt__", "__ge__", "__hash__", "__bool__", "__repr__", "__str__", "__len__"),
        *("__iter__", "__next__", "__getitem__", "__setitem__", "__contains__", "__reversed__"),
        *("__index__", "__int__", "__float__", "__add__", "__radd__", "__sub__", "__rsub__"),
        *("__mul__", "__rmul__", "__truediv__", "__rtruediv__", "__neg__", "__abs__"),
        *("__matmul__", "__copy__"),
    }
)
"""The special methods that a class may define: others are read by memory, pickles or attributes."""
ATTRIBUTES = frozenset({"LOAD_ATTR", "LOAD_METHOD", "LOAD_SUPER_ATTR", "LOAD_SUPER_METHOD"})
NAMES = frozenset({"LOAD_GLOBAL", "LOAD_NAME"})
SCIENTIFIC = ("scipy.special", "scipy.stats", "scipy.optimize")
MUTATORS = frozenset(
    {
        *("append", "extend", "insert", "remove", "pop", "popitem", "clear", "update", "add"),
        *("setdefault", "discard", "sort", "reverse", "fill", "put", "itemset", "appendleft"),
        *("difference_update", "intersection_update", "symmetric_difference_update", "resize"),
        *("popleft", "extendleft", "rotate", "move_to_end", "subtract", "byteswap", "partition"),
        *("heappush", "heappop", "heapify", "heapreplace", "heappushpop", "insort", "insort_left"),
        *("insort_right", "setitem", "delitem", "iadd", "ior", "iand", "ixor", "isub", "imul"),
        *("iconcat", "ifloordiv", "itruediv", "imod", "ipow", "imatmul", "ilshift", "irshift"),
        *("copyto", "putmask", "place", "put_along_axis", "fill_diagonal", "shuffle", "at"),
    }
)
"""Methods and functions that write into lists, dictionaries, sets and arrays."""
STATEFUL = frozenset(
    {
        *("random", "seed", "default_rng", "setcontext", "getcontext", "localcontext", "seterr"),
        *("seterrcall", "errstate", "setbufsize", "set_printoptions", "printoptions", "Random"),
        *("RandomState", "set_state", "rvs", "set_string_function"),
    }
)
"""Names of what has a memory of its own: generators of numbers, and settings of modules."""
PLUMBING = frozenset(
    {
        *("__module__", "__doc__", "__qualname__", "__dict__", "__weakref__", "__annotations__"),
        *("__abstractmethods__", "_abc_impl", "__orig_bases__", "__parameters__", "__slots__"),
        *("__dataclass_fields__", "__dataclass_params__", "__match_args__", "__firstlineno__"),
        *("__static_attributes__", "__annotate__", "__annotations_cache__", "__annotate_func__"),
        *("_field_defaults", "_fields", "__getnewargs__", "_make", "_replace", "_asdict"),
        *("__new__", "__replace__", "__slotnames__"),
    }
)
"""What Python itself writes into a class."""
CALLED = frozenset(
    {
        *("__new__", "__replace__", "__getnewargs__", "_make", "_replace", "_asdict", "_fields"),
        "_field_defaults",
    }
)
"""What of it code can call or read: it is plumbing only if Python itself has written it."""
DATACLASS_METHODS = frozenset(
    {"__init__", "__repr__", "__eq__", "__hash__", "__setattr__", "__delattr__"}
)
DATACLASS_NAMES = frozenset(
    {
        *("__setattr__", "__delattr__", "__post_init__", "__class__", "__qualname__", "__name__"),
        *("NotImplemented", "hash", "type", "super", "FrozenInstanceError", "object"),
    }
)
"""The names, beside those of fields, in methods that `dataclass` writes."""
IMPORTS = frozenset({"IMPORT_NAME", "IMPORT_FROM", "STORE_GLOBAL"})
