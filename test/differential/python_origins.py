"""
Reads texts of Python as JSON from standard input, and writes for each the names with members that are read in it:
[start, end, the export of a module that it is, or null]. Places are UTF-16 code units. Scopes are those of symtable,
bindings and code those of ast; a name is told only if all of its bindings say the same.
"""
import ast
import json
import symtable
import sys
import warnings

COMPREHENSIONS = {
    ast.ListComp: "listcomp",
    ast.SetComp: "setcomp",
    ast.DictComp: "dictcomp",
    ast.GeneratorExp: "genexpr",
}


class Reader(ast.NodeVisitor):
    def __init__(self, text):
        self.lines = text.encode().split(b"\n")
        self.starts = [0]
        for line in text.split("\n"):
            self.starts.append(self.starts[-1] + units(line) + 1)
        self.module = symtable.symtable(text, "text", "exec")
        self.tables = [self.module]
        self.children = {}
        self.bindings = {}
        self.chains = []
        self.generic_visit(ast.parse(text))

    def place(self, line, column):
        return self.starts[line - 1] + units(self.lines[line - 1][:column].decode())

    def origins(self):
        for node, tables in self.chains:
            start = self.place(node.lineno, node.col_offset)
            end = self.place(node.end_lineno, node.end_col_offset)
            yield start, end, self.origin(node, tables, ())

    def origin(self, node, tables, seen):
        path = []
        while isinstance(node, ast.Attribute):
            path.insert(0, node.attr)
            node = node.value
        holder = self.holder(node.id, tables) if isinstance(node, ast.Name) else None
        if holder is None or (holder, node.id) in seen:
            return None
        bindings = self.bindings.get((holder, node.id), [])
        imports = {origin for origin, _ in bindings if isinstance(origin, str)}
        if len(imports) == 1 and all(isinstance(origin, str) for origin, _ in bindings):
            found = imports.pop()
        elif len(bindings) == 1 and bindings[0][0] is not None:
            found = self.origin(*bindings[0], seen + ((holder, node.id),))
        else:
            return None
        return found and ".".join([found, *path])

    def holder(self, name, tables):
        """Returns the id of the scope that a name means."""
        *around, table = tables
        try:
            symbol = table.lookup(name)
        except KeyError:
            return self.module.get_id()
        if table is self.module or symbol.is_global():
            return self.module.get_id()
        if not symbol.is_free():
            return table.get_id()
        for outer in reversed(around):
            names = outer.get_identifiers() if outer.get_type() == "function" else ()
            if name in names and outer.lookup(name).is_local():
                return outer.get_id()
        return None

    def bind(self, name, origin=None, tables=None):
        holder = self.holder(name, tables or self.tables)
        self.bindings.setdefault((holder, name), []).append((origin, list(self.tables)))

    def inside(self, name, node, parts):
        table = self.tables[-1]
        children = self.children.setdefault(table.get_id(), list(table.get_children()))
        child = next(c for c in children if (c.get_name(), c.get_lineno()) == (name, node.lineno))
        children.remove(child)
        self.tables.append(child)
        if isinstance(getattr(node, "args", None), ast.arguments):
            for parameter in parameters(node.args):
                self.bind(parameter.arg)
        self.visit_all(parts)
        self.tables.pop()

    def visit_all(self, nodes):
        for node in nodes:
            if node is not None:
                self.visit(node)

    def visit_Import(self, node):
        for alias in node.names:
            first = alias.name.split(".")[0]
            self.bind(alias.asname or first, alias.name if alias.asname else first)

    def visit_ImportFrom(self, node):
        for alias in node.names:
            if alias.name != "*":
                module = "." * node.level + (node.module or "")
                self.bind(alias.asname or alias.name, module + "." + alias.name)

    def visit_FunctionDef(self, node):
        self.bind(node.name)
        self.visit_all([*node.decorator_list, *node.args.defaults, *node.args.kw_defaults])
        self.visit_all([*(a.annotation for a in parameters(node.args)), node.returns])
        self.inside(node.name, node, node.body)

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_Lambda(self, node):
        self.visit_all([*node.args.defaults, *node.args.kw_defaults])
        self.inside("lambda", node, [node.body])

    def visit_ClassDef(self, node):
        self.bind(node.name)
        self.visit_all([*node.decorator_list, *node.bases, *(k.value for k in node.keywords)])
        self.inside(node.name, node, node.body)

    def visit_comprehension_of(self, node):
        first, *others = node.generators
        self.visit(first.iter)
        parts = [first.target, *first.ifs]
        for clause in others:
            parts += [clause.target, clause.iter, *clause.ifs]
        values = [getattr(node, field, None) for field in ("elt", "key", "value")]
        self.inside(COMPREHENSIONS[type(node)], node, parts + values)

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = visit_comprehension_of

    def assign(self, target, value, tables=None):
        if isinstance(target, ast.Name):
            self.bind(target.id, value, tables)
        else:
            self.visit(target)

    def visit_Assign(self, node):
        self.visit(node.value)
        for target in node.targets:
            self.assign(target, node.value)

    def visit_AnnAssign(self, node):
        self.visit_all([node.annotation, node.value])
        if node.value or not isinstance(node.target, ast.Name):
            self.assign(node.target, node.value)

    def visit_NamedExpr(self, node):
        self.visit(node.value)
        tables = list(self.tables)
        while tables[-1].get_name() in COMPREHENSIONS.values():
            tables.pop()
        self.assign(node.target, node.value, tables)

    def visit_ExceptHandler(self, node):
        if node.name:
            self.bind(node.name)
        self.generic_visit(node)

    def visit_MatchAs(self, node):
        if node.name:
            self.bind(node.name)
        self.generic_visit(node)

    visit_MatchStar = visit_MatchAs

    def visit_MatchMapping(self, node):
        if node.rest:
            self.bind(node.rest)
        self.generic_visit(node)

    def visit_Name(self, node):
        if isinstance(node.ctx, ast.Store):
            self.bind(node.id)
        elif isinstance(node.ctx, ast.Load):
            self.chains.append((node, list(self.tables)))

    def visit_Attribute(self, node):
        self.chains.append((node, list(self.tables)))
        self.visit(node.value)


def parameters(arguments):
    variable = [a for a in (arguments.vararg, arguments.kwarg) if a]
    return [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, *variable]


def units(text):
    return len(text.encode("utf-16-le")) // 2


def read(text):
    try:
        return list(Reader(text).origins())
    except (SyntaxError, ValueError):
        return None


warnings.simplefilter("ignore")
sys.setrecursionlimit(100000)
json.dump([read(text) for text in json.load(sys.stdin)], sys.stdout)
