import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { CodeFiles, MAX_CODE } from "../../src/tools/code-files.ts";
import { type Tree, tempTree } from "../support/temp-tree.ts";

function noted(files: Tree, note: (code: CodeFiles, root: string) => void) {
  const root = tempTree(files);
  const code = new CodeFiles(root);
  note(code, root);
  code.seal();
  return { code, root, write: (path: string) => writeFileSync(join(root, path), "changed") };
}

describe("T31 the files of a command", () => {
  const COMMAND = ["node", "--flag=hooks/config.json", "hooks/check.mjs"];
  const FILES = {
    "hooks/check.mjs": 'import "./a.mjs";\nawait import("./b.mjs");\n',
    "hooks/a.mjs": 'export * from "../c.js";\n',
    "hooks/b.mjs": "",
    "hooks/config.json": "{}",
    "hooks/other.mjs": "",
    "c.ts": "",
    "node/x": "",
  };
  const open = () => noted(FILES, (code) => code.noteCommand(COMMAND));

  it.each(["hooks/check.mjs", "hooks/a.mjs", "hooks/b.mjs", "hooks/config.json", "c.ts"])(
    "are found, with their imports: %s",
    (path) => {
      const { code, write } = open();
      expect(code.changedInCommand(COMMAND)).toBeUndefined();
      write(path);
      expect(code.changedInCommand(COMMAND)).toBe(path);
    },
  );

  it("do not include other files", () => {
    const { code, write } = open();
    write("hooks/other.mjs");
    write("node/x");
    expect(code.changedInCommand(COMMAND)).toBeUndefined();
  });

  it("count as changed if they are made later, also those that hide an import", () => {
    const missing = ["sh", "-c", "cat | hooks/late.sh"];
    const one = noted({ "hooks/x": "" }, (code) => code.noteCommand(missing));
    expect(one.code.changedInCommand(missing)).toBeUndefined();
    one.write("hooks/late.sh");
    expect(one.code.changedInCommand(missing)).toBe("hooks/late.sh");
    const two = open();
    two.write("c.js");
    expect(two.code.changedInCommand(COMMAND)).toBe("c.js");
  });
});

describe("T31 a file that is not like code", () => {
  const LARGE = "x".repeat(MAX_CODE + 1);
  const COMMAND = ["./large"];

  it.each([
    ["is too large", LARGE, LARGE],
    ["becomes too large", "x", LARGE],
    ["was too large", LARGE, "x"],
  ])("is never the same as before: it %s", (_, before, after) => {
    const { code, root } = noted({ large: before }, (files) => files.noteCommand(COMMAND));
    writeFileSync(join(root, "large"), after);
    expect(code.changedInCommand(COMMAND)).toBe("large");
    expect(code.mayLoad(join(root, "large"))).toBe(false);
  });

  it("counts as changed if it comes where there was none", () => {
    const command = ["bin/large"];
    const { code, root } = noted({ "bin/x": "" }, (files) => files.noteCommand(command));
    expect(code.changedInCommand(command)).toBeUndefined();
    writeFileSync(join(root, "bin/large"), LARGE);
    expect(code.changedInCommand(command)).toBe("bin/large");
  });

  it("is never the same if it cannot be read", () => {
    const { code, root } = noted({ a: "" }, (files, root) => {
      symlinkSync("loop", join(root, "loop"));
      files.noteCommand(["./loop"]);
    });
    expect(code.changedInCommand(["./loop"])).toBe("loop");
    expect(code.mayLoad(join(root, "loop"))).toBe(false);
  });
});

describe("T31 the files of a module", () => {
  const FILES = {
    "t.ts": 'import { a } from "./now.ts";\nexport default () => import("./late");\n',
    "now.ts": "export const a = 1;\n",
    "late.ts": 'import "./behind.ts";\n',
    "behind.ts": "",
  };
  const open = () => noted(FILES, (code, root) => code.note(join(root, "t.ts")));

  it("that are loaded may change: they run as they were", () => {
    const { code, root, write } = open();
    for (const path of ["t.ts", "now.ts"]) write(path);
    expect(code.changedBehind(join(root, "t.ts"))).toBeUndefined();
    // A module that is loaded now would not be the one that was noted.
    expect(code.mayLoad(join(root, "now.ts"))).toBe(false);
  });

  it.each(["late.ts", "behind.ts"])("that are loaded late may not: %s", (path) => {
    const { code, root, write } = open();
    expect(code.mayLoad(join(root, path))).toBe(true);
    write(path);
    expect(code.changedBehind(join(root, "t.ts"))).toBe(path);
    expect(code.mayLoad(join(root, path))).toBe(false);
  });

  it("that were not noted are not loaded after the first step began", () => {
    const { code, root, write } = open();
    write("new.ts");
    expect(code.mayLoad(join(root, "new.ts"))).toBe(false);
    expect(new CodeFiles(root).mayLoad(join(root, "new.ts"))).toBe(true);
  });
});
