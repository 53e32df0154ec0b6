import { readdirSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { FAIL_ON } from "../../src/action/fail-on.ts";
import { githubWorkflow } from "../../src/author/init/starter-files.ts";
import { readAction } from "../action/composite-action.ts";
import { CHECKOUT } from "../action/job.ts";

/** The rows of the table below a head, as lists of cells. */
function rowsBelow(page: string, head: string): readonly (readonly string[])[] {
  const lines = page.slice(page.indexOf(head)).split("\n").slice(2);
  const rows = lines.slice(
    0,
    lines.findIndex((line) => !line.startsWith("|")),
  );
  return rows.map((row) => row.split(/(?<!\\)\|/).map((cell) => cell.trim()));
}

describe("docs/github-action.md", () => {
  test("its tables name the inputs with their defaults, and the outputs, of action.yml", async () => {
    const page = await readFile(join(CHECKOUT, "docs/github-action.md"), "utf8");
    const { inputs, outputs } = await readAction(CHECKOUT);
    const listed = rowsBelow(page, "| input | default |").map((cells) => [cells[1], cells[2]]);
    expect(listed).toEqual(
      Object.entries(inputs).map(([name, { default: fallback = "" }]) => [
        `\`${name}\``,
        fallback === "" ? "" : `\`${fallback}\``,
      ]),
    );
    const named = rowsBelow(page, "| output | meaning |").map((cells) => cells[1]);
    expect(named).toEqual(Object.keys(outputs).map((name) => `\`${name}\``));
    const reasons = rowsBelow(page, "| `fail-on` | the step fails").map((cells) => cells[1]);
    expect(reasons).toEqual(FAIL_ON.map((name) => `\`${name}\``));
  });
});

/** Actions that only pages use: no example has a commit of theirs. The first major that runs on Node 24. */
const ONLY_ON_PAGES = { "github/codeql-action": "4" };

describe("the actions of others that pages use", () => {
  const read = (path: string) => readFileSync(join(CHECKOUT, path), "utf8");
  const inFolder = (folder: string) =>
    readdirSync(join(CHECKOUT, folder), { withFileTypes: true }).flatMap((entry) =>
      entry.isFile() ? [`${folder}/${entry.name}`] : [],
    );

  test("are of the majors that the examples pin by commits, so that runners have what they need", () => {
    const pinned = new Map(Object.entries(ONLY_ON_PAGES));
    const texts = [...inFolder("examples/workflows"), "action.yml"].map(read);
    for (const text of [...texts, githubWorkflow([], undefined).text])
      for (const [, name = "", major = ""] of text.matchAll(
        /uses: ([\w-]+\/[\w-]+)@\w{40} # v(\d+)/g,
      )) {
        expect([name, pinned.get(name) ?? major]).toEqual([name, major]);
        pinned.set(name, major);
      }
    expect(pinned.size).toBeGreaterThan(5);
    const used = ["README.md", ...inFolder("docs")].flatMap((path) =>
      [...read(path).matchAll(/uses: ([\w-]+\/[\w-]+)(?:\/[\w-]+)?@v(\d+)$/gm)].map(
        ([, name = "", major]) => ({ path, name, major }),
      ),
    );
    expect(used.length).toBeGreaterThan(12);
    expect(used).toEqual(used.map(({ path, name }) => ({ path, name, major: pinned.get(name) })));
  });
});

test("the YAML of the page can be read", async () => {
  const page = await readFile(join(CHECKOUT, "docs/github-action.md"), "utf8");
  const blocks = [...page.matchAll(/```yaml\n(.*?)```/gs)];
  expect(blocks.length).toBeGreaterThan(8);
  for (const [, text = ""] of blocks) expect(() => parse(text)).not.toThrow();
});
