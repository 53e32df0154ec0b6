"""Reads a case a line, as JSON, and answers which of its texts have the tree that was written, or null for no case."""

import ast
import copy
import json
import sys
import warnings

warnings.simplefilter("ignore")


def parsed(text):
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError):
        return None
    for node in ast.walk(tree):
        if hasattr(node, "ctx"):
            node.ctx = ast.Load()
    return tree


def is_taken(text):
    """False for code that only the steps after the parser refuse, as `[(yield) for x in y]`; any code may wait or yield."""
    try:
        compile(text, "x", "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT, dont_inherit=True)
    except SyntaxError as error:
        return "outside function" in str(error)
    except (ValueError, RecursionError):
        return False
    return True


def arguments(code):
    tree = parsed("f(%s\n)" % code)
    call = tree.body[0].value if tree and len(tree.body) == 1 else None
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name):
        return None
    return call.args + call.keywords


def expression(code):
    tree = parsed("(%s\n)" % code)
    if tree is not None and len(tree.body) == 1 and isinstance(tree.body[0], ast.Expr):
        return tree.body[0].value
    nodes = arguments(code)
    return nodes[0] if nodes is not None and len(nodes) == 1 else None


class Grafting(ast.NodeTransformer):
    """Puts trees into the places of names."""

    def __init__(self, trees):
        self.trees = trees

    def visit_Name(self, node):
        nodes = self.trees.get(node.id)
        if nodes is None:
            return node
        copies = [copy.deepcopy(each) for each in nodes]
        return copies[0] if len(copies) == 1 else copies

    def visit_Call(self, node):
        self.generic_visit(node)
        named = [each for each in node.args if isinstance(each, ast.keyword)]
        node.args = [each for each in node.args if not isinstance(each, ast.keyword)]
        node.keywords = named + node.keywords
        return node


def grafted(tree, trees):
    return Grafting(trees).visit(copy.deepcopy(tree))


def answer(case):
    hole, place, match = case["hole"], parsed(case["place"] + "\n"), expression(case["match"])
    before, template = parsed(case["before"] + "\n"), expression(case["template"])
    if before is None or match is None or template is None:
        return None
    if place is not None and ast.dump(grafted(place, {hole: [match]})) != ast.dump(before):
        return None
    if any(isinstance(node, ast.Constant) and "zz" in str(node.value) for node in ast.walk(template)):
        return None  # A variable in a text is no node.
    slots = {}
    for name, slot in case["slots"].items():
        nodes = arguments(slot["code"])
        if nodes is None or (len(nodes) != 1 and not slot["isMany"]):
            return None
        slots[name] = nodes
    wanted = None
    if place is not None:
        whole = grafted(template, slots)
        wanted = ast.dump(grafted(place, {hole: whole if isinstance(whole, list) else [whole]}))
    texts = [text + "\n" for text in case["texts"]]
    was_taken = is_taken(case["before"] + "\n")
    trees = [parsed(text) if is_taken(text) or not was_taken else None for text in texts]
    return [tree is not None and ast.dump(tree) == wanted for tree in trees]


for line in sys.stdin:
    try:
        result = answer(json.loads(line))
    except (AttributeError, TypeError, RecursionError):
        result = None
    print(json.dumps(result), flush=True)
