import { describe, expect, it } from "vitest";
import { marked } from "./names-in.ts";

describe("names of Python know their module", () => {
  it.each([
    ["import os\n«os.path.join»(a)\n", "from os path join"],
    ["import os\n«os».path.join(a)\n", "from os"],
    ["import os.path\n«os.path.join»(a)\n", "from os path join"],
    ["import os.path as p\n«p.join»(a)\n", "from os.path join"],
    ["import a . b as p\n«p»\n", "from a.b"],
    ["from os import path\n«path.join»(a)\n", "from os path join"],
    ["from os import path as p, sep\n«p»\n", "from os path"],
    ["from os import path as p, sep\n«sep»\n", "from os sep"],
    ["from . import x\n«x.y»\n", "from . x y"],
    ["from .. a import x\n«x»\n", "from ..a x"],
    ["from __future__ import annotations\n«annotations»\n", "from __future__ annotations"],
    ["import os\ndef f():\n  return lambda: [«os.sep» for x in y]\n", "from os sep"],
    ["def f():\n  import os\n  return «os.sep»\n", "from os sep"],
    ["import os, os.path\n«os.path»\n", "from os path"],
    ["if x:\n  import os\nelse:\n  import os\n«os.path»\n", "from os path"],
    ["from os import «path»\n", "from os path"],
    ["import os\n(\n  «os . \\\n  path  # a\n  . join»\n)\n", "from os path join"],
    ["import os\n«(os.path)»\n", "from os path"],
    ["import os\n«((os).path).join»\n", "from os path join"],
    ["import ﬁle\n«file.x»\n", "from file x"],
    ["import os\nx: «os.PathLike» = 1\n", "from os PathLike"],
    ["import os\nf'{«os.sep»}'\n", "from os sep"],
    ["import os\n@«os.x»\ndef f(): pass\n", "from os x"],
    ["import os\ndel os\n«os»\n", "from os"],
  ])("%j", (code: string, origin: string) => {
    expect(marked(code)).toBe(origin);
  });

  it.each([
    ["import os\np = os.path\n«p.join»\n", "from os path join"],
    ["import os\np: T = os.path\n«p.join»\n", "from os path join"],
    ["import os\np: T\np = os.path\n«p.join»\n", "from os path join"],
    ["import os\np = q = os.path\n«p.join»\n", "from os path join"],
    ["import os\np = q = os.path\n«q.join»\n", "from os path join"],
    ["import os\nq = p\np = os.path\n«q.join»\n", "from os path join"],
    ["import os\np = (os\n  .path)\n«p.join»\n", "from os path join"],
    ["import os\nf(p := os.path)\n«p.join»\n", "from os path join"],
    ["def f():\n  global p\n  from os import path as p\n«p.join»\n", "from os path join"],
    ["p = __import__('os')\n«p.path»\n", "from os path"],
    ["«__import__('os.path').path»\n", "from os path"],
    ["import importlib\n«importlib.import_module('os.path').join»\n", "from os.path join"],
    ["from importlib import import_module as m\nx = m('a.b')\n«x.y»\n", "from a.b y"],
  ])("through an assignment or a call: %j", (code: string, origin: string) => {
    expect(marked(code)).toBe(origin);
  });

  it.each([
    ["import os\ndef f(os):\n  «os.path»\n", "parameter 2 path"],
    ["import os\ndef f():\n  «os.path»\n  os = 1\n", "variable 4 path"],
    ["import os\n[«os.path» for os in x]\n", "variable 2 path"],
    ["import os\nlambda os: «os.path»\n", "parameter 2 path"],
    ["import os\np = x if y else os.path\n«p.join»\n", "variable 2 join"],
    ["import os\np = os.path()\n«p.join»\n", "variable 2 join"],
    ["import os\np, q = os\n«p.join»\n", "variable 2 join"],
    ["import os\np = not os\n«p.join»\n", "variable 2 join"],
    ["x = x\n«x.y»\n", "variable 1 y"],
    ["a = b\nb = a\n«b.y»\n", "variable 2 y"],
    ["x = 1\nx = 2\n«x»\n", "variable 1"],
    ["«print»(1)\n", "global print"],
    ["«a.b»\n", "global a b"],
    ["__import__ = f\n«__import__('os').path»\n", "none"],
    ["importlib.import_module('os')\n«importlib.import_module('os').path»\n", "none"],
    ["from importlib import import_module\n«import_module('.x')»\n", "none"],
    ["import os\n«os.path()»\n", "none"],
    ["import os\n«os.path[0].x»\n", "none"],
    ["import os\nx.«os»\n", "none"],
    ["import os\nf(«os»=1)\n", "none"],
    ["import os\n«-os.x»\n", "none"],
    ["import os\n«'os'»\n", "none"],
    ["import os\nx: «'os.path'»\n", "none"],
  ])("and are told from others: %j", (code: string, origin: string) => {
    expect(marked(code)).toBe(origin);
  });

  it.each([
    "try:\n  import json\nexcept ImportError:\n  json = None\n«json.loads»\n",
    "try:\n  import yaml as y\nexcept ImportError:\n  import json as y\n«y.load»\n",
    "try:\n  import json\nexcept ImportError:\n  json = None\nj = json\n«j.loads»\n",
    "import os\np = 1\np = os.path\n«p.join»\n",
    "import os\nos += 1\n«os.path»\n",
    "import os\nfor os in x: pass\n«os.path»\n",
    "import os\ndef f():\n  global os\n  os = 1\n«os.path»\n",
    "from m import *\n«x.y»\n",
    "from m import *\n«print»\n",
    "from m import *\nclass A:\n  def f(self):\n    «x»\n",
    "import os\nexec(code)\n«os.path»\n",
    "exec 'os = 1'\n«os»\n",
    "globals()['x'] = 1\n«x»\n",
    "class A:\n  def f(self):\n    return «__class__»\n",
  ])("unless that depends on how the program runs: %j", (code: string) => {
    expect(marked(code)).toBe("unknown");
  });

  it.each([
    ["from m import *\nimport os\n«os.path»\n", "from os path"],
    ["import os\nexec(code, {})\n«os.path»\n", "from os path"],
    ["import os\nexec code in d\n«os.path»\n", "from os path"],
    ["import os\ndef f():\n  exec(code)\n«os.path»\n", "from os path"],
    ["import os\nglobals()['x'] = 1\n«os.path»\n", "from os path"],
    ["import os\nfrom m import exec\nexec(code)\n«os.path»\n", "from os path"],
    ["def globals(): pass\nglobals()\n«x»\n", "global x"],
    ["def f():\n  locals()\n«x»\n", "global x"],
  ])("and code that runs elsewhere leaves them alone: %j", (code: string, origin: string) => {
    expect(marked(code)).toBe(origin);
  });
});
