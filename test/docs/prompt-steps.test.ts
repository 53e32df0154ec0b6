import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { SDK_MAJORS } from "../../src/agent/provider/ai-sdk-majors.ts";
import { PROVIDERS } from "../../src/agent/provider/ai-sdk-providers.ts";
import { parseFileRefs } from "../../src/files/refs/parse-file-refs.ts";
import { MODEL_PROVIDERS } from "../../src/model/recipe/prompt-step.ts";
import { transcriptSchema } from "../../src/model/report/transcript.ts";
import { PROMPT_EXAMPLE, promptExample } from "../support/prompt-example.ts";
import { cliReport } from "../support/run-cli.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const page = readFileSync(join(ROOT, "docs/prompt-steps.md"), "utf8");
const manifest = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
  peerDependencies: Record<string, string>;
  peerDependenciesMeta: Record<string, { optional: boolean }>;
};

/** The cells of the tables of a page, row by row. */
function rowsOf(text: string): readonly (readonly string[])[] {
  return [...text.matchAll(/^\| (.*) \|$/gm)].map((match) => (match[1] ?? "").split(" | "));
}

const [six, ...others] = SDK_MAJORS;

describe("docs/prompt-steps.md", () => {
  it("has the providers of the code, with the commands that install their packages", () => {
    const shown = rowsOf(page)
      .map(([provider = "", , needs]) => [provider.replaceAll("`", ""), needs])
      .filter(([provider]) => MODEL_PROVIDERS.some((known) => known === provider));
    const installed = Object.entries(PROVIDERS).map(([provider, { needed }]) => [
      provider,
      `\`npm install --save-dev ai@^${six.ai} ${needed.name}@^${six[needed.column]}\``,
    ]);
    expect(shown).toEqual([...installed, ["replay", "nothing"], ["none", "nothing"]]);
    for (const { ai, providers, compatible } of others)
      expect(page).toContain(
        `\`ai\` ${ai} fits, too, with ${providers} of the packages of providers, and ${compatible} of \`openai-compatible\``,
      );
  });

  it("asks for packages that are optional peers of any version, so that none keeps Sluice from being installed", () => {
    const packages = Object.values(PROVIDERS).map(({ needed }) => needed.name);
    for (const name of ["ai", ...packages]) {
      expect(manifest.peerDependencies[name], name).toBe("*");
      expect(manifest.peerDependenciesMeta[name], name).toEqual({ optional: true });
    }
  });

  it("F16 F17 F19 F20 says of each token what becomes of it", () => {
    const table = page.slice(
      page.indexOf("| in the prompt |"),
      page.indexOf("- A file is attached"),
    );
    const kinds = rowsOf(table).flatMap(([tokens = "", becomes = ""]) =>
      tokens.includes("``") || tokens.includes("${{")
        ? []
        : [...tokens.replaceAll("\\|", "|").matchAll(/`([^`]+)`/g)].map(([, token = ""]) => ({
            token,
            becomes,
          })),
    );
    expect(kinds.length).toBeGreaterThan(10);
    const lookUp = (path: string) => ({ exists: ["LICENSE", "Makefile", "docs"].includes(path) });
    for (const { token, becomes } of kinds) {
      const refs = parseFileRefs(token, [], lookUp).filter((segment) => segment.kind === "ref");
      expect(refs, token).toHaveLength(becomes.startsWith("text") ? 0 : 1);
      expect(refs[0]?.isPackageName ?? false, token).toBe(becomes.includes("package's name"));
    }
  });

  it("shows what the model of the example sees, in order", async () => {
    const argv = ["preview", "recipe.yaml", "--replay", "cassette.json"];
    const { report } = await cliReport(promptExample(), argv);
    const items = report.transcripts[0]?.items ?? [];
    const shown = (/^```text\n(.*?)\n```$/ms.exec(page)?.[1] ?? "").split("\n");
    expect(shown.map((line) => line.split(" ")[0])).toEqual(items.map(({ role }) => role));
    for (const [index, item] of items.entries()) {
      const text = "text" in item ? item.text : `${item.tool} ${JSON.stringify(item.params)}`;
      const pieces = shown[index]?.replace(/^\S+ +/, "").split(/ ?… ?/) ?? []; // It is cut there.
      for (const piece of pieces) expect(text).toContain(piece);
    }
  });
});

it("the README shows the step of the example", () => {
  const readme = readFileSync(join(ROOT, "README.md"), "utf8");
  const shown = /^```yaml\n( {2}- id: rewrite\n.*?)^```$/ms.exec(readme)?.[1];
  expect(readFileSync(join(PROMPT_EXAMPLE, "recipe.yaml"), "utf8")).toContain(shown);
});

it("docs/reports.md has the fields of the manifest and what a reference comes to", () => {
  const reports = readFileSync(join(ROOT, "docs/reports.md"), "utf8");
  const [table = ""] = reports.slice(reports.indexOf("`fileRefs` is the manifest")).split("\n## ");
  const manifestSchema = transcriptSchema.shape.fileRefs.element.shape;
  const names = (text: string) => [...text.matchAll(/`([\w-]+)`/g)].map(([, name]) => name);
  const rows = rowsOf(table).filter(([keys = ""]) => keys.startsWith("`"));
  expect(Object.keys(manifestSchema)).toEqual(rows.flatMap(([keys = ""]) => names(keys)));
  const outcomes = rows.find(([key]) => key === "`outcome`")?.[1] ?? "";
  expect(names(outcomes)).toEqual(manifestSchema.outcome.options);
});
