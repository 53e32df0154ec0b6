import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
// @ts-expect-error The scripts are plain JavaScript.
import { runOriginals } from "../../scripts/originals.mjs";

const SHA512 =
  "PtaaDiCE4TYcMHv/nhUJV1g0OAjt4tPRrpQa+LOCR4NJTkNis/pcPJlUWPFs14iPQ4vxt9dcD7ZW0E0NOCNiOw==";

/** The package as it was published, from the registry. Its dependencies are not needed: jscodeshift is this project's. */
const place = mkdtempSync(join(tmpdir(), "sluice-originals-"));
const folder = join(place, "package");

beforeAll(() => {
  const packed = execFileSync("npm", ["pack", "--silent", "react-codemod@5.4.4"], { cwd: place });
  const archive = join(place, packed.toString().trim());
  expect(createHash("sha512").update(readFileSync(archive)).digest("base64")).toBe(SHA512);
  execFileSync("tar", ["xzf", archive], { cwd: place });
});

afterAll(() => rmSync(place, { recursive: true, force: true }));

describe("original codemods of react-codemod, unmodified, on their own cases", () => {
  it.each([
    // Cases that need options or another parser, which the original tests give, differ or fail alone.
    ["React-DOM-to-react-dom-factories", 4, 9],
    ["React-PropTypes-to-prop-types", 18, 24],
    ["ReactNative-View-propTypes", 9, 12],
    ["class", 14, 28],
    ["error-boundaries", 2, 2],
    ["react-to-react-dom", 9, 10],
  ])("%s: %i of %i are exact, and all is taken back", (name, exact, cases) => {
    const lines: string[] = [];
    const sums = runOriginals("react-codemod", folder, name, (line: string) => lines.push(line));
    expect(sums, lines.join("\n")).toMatchObject({ exact, cases, undone: 1, codemods: 1 });
  });
});
