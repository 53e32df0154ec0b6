"""Reads texts of Python as JSON from standard input, and writes the scopes of each, as its compiler sees them."""
import json
import symtable
import sys
import warnings


COMPREHENSIONS = ("listcomp", "setcomp", "dictcomp", "genexpr")


def is_written(table, symbol):
    """Leaves out what a scope only hands on, and what others say of names of the module."""
    if symbol.is_referenced():
        return True
    if table.get_name() in COMPREHENSIONS and (symbol.is_nonlocal() or symbol.is_declared_global()):
        return False  # `x := 1` in a comprehension is told of the scope around it.
    is_said = symbol.is_nonlocal() or symbol.is_declared_global()
    return is_bound(symbol) or (is_said and table.get_type() != "module")


def names_of(table, test):
    names = {s.get_name() for s in table.get_symbols() if is_written(table, s) and test(s)}
    return ",".join(sorted(n for n in names if n != "__class__" and not n.startswith(".")))


def scopes(table):
    is_module = table.get_type() == "module"

    def is_local(symbol):
        # A module has what it binds itself; what its functions bind is not told here.
        return symbol.is_local() if not is_module else is_bound(symbol)

    yield "|".join(
        [
            "function:%d" % table.get_lineno() if table.get_type() == "function" else table.get_type(),
            names_of(table, is_local),
            names_of(table, lambda s: not is_local(s) and not s.is_free()),
            names_of(table, lambda s: s.is_free()),
            names_of(table, lambda s: s.is_imported()),
            names_of(table, lambda s: s.is_parameter()),
        ]
    )
    for child in table.get_children():
        yield from scopes(child)


def is_bound(symbol):
    return symbol.is_assigned() or symbol.is_imported() or symbol.is_parameter() or symbol.is_annotated()


def read(text):
    try:
        return sorted(scopes(symtable.symtable(text, "text", "exec")))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


warnings.simplefilter("ignore")
sys.setrecursionlimit(100000)
json.dump([read(text) for text in json.load(sys.stdin)], sys.stdout)
