import { describe, expect, it } from "vitest";
import {
  campaignOf,
  markerOf,
  markLine,
  type PullMark,
  readMark,
} from "../../src/publish/pull-mark.ts";

const [CAMPAIGN, CONTENT] = ["0123456789abcdef", "fedcba9876543210"];
const [SHA1, SHA256] = ["a".repeat(40), "b".repeat(64)];
const MARK: PullMark = {
  campaign: CAMPAIGN,
  content: CONTENT,
  tip: SHA1,
  was: undefined,
  missing: undefined,
};
const LINE = `<!-- sluice publish campaign=${CAMPAIGN} content=${CONTENT} tip=${SHA1} -->`;

describe("P1 the mark of a pull request", () => {
  it.each<[what: string, change: Partial<PullMark>, line: string]>([
    ["is one line", {}, LINE],
    [
      "has the commit before, as long as that matters",
      { was: SHA1 },
      LINE.replace(" -->", ` was=${SHA1} -->`),
    ],
    ["says what is missing", { missing: "opening" }, LINE.replace(" -->", " opening -->")],
    [
      "has both",
      { was: SHA1, missing: "merging" },
      LINE.replace(" -->", ` was=${SHA1} merging -->`),
    ],
    [
      "has the names of either form of git",
      { tip: SHA256, was: SHA256 },
      LINE.replace(`${SHA1} `, `${SHA256} was=${SHA256} `),
    ],
  ])("%s, and reads back", (_, change, line) => {
    const mark = { ...MARK, ...change };
    expect(markLine(mark)).toBe(line);
    expect(line.startsWith(markerOf(CAMPAIGN))).toBe(true);
    for (const end of ["", "\n", "\r\n\r\nText", " Text"])
      expect(readMark(line + end)).toEqual(mark);
  });

  it.each([
    ["empty", ""],
    ["not the first line", `\n${LINE}`],
    ["after a space", ` ${LINE}`],
    ["in capitals", LINE.toUpperCase()],
    ["without its end", LINE.replace(" -->", "")],
    ["with a short digest", LINE.replace(CONTENT, CONTENT.slice(1))],
    ["with a long digest", LINE.replace(CONTENT, `${CONTENT}0`)],
    ["with a digest of other letters", LINE.replace(CONTENT, "g".repeat(16))],
    ["with a name of a branch", LINE.replace(SHA1, "main")],
    ["with an option of git", LINE.replace(SHA1, `--output=${"a".repeat(31)}`)],
    ["with a short commit before", LINE.replace(" -->", " was=abc -->")],
    ["with another word", LINE.replace(" -->", " closing -->")],
    ["with more than one word", LINE.replace(" -->", " opening merging -->")],
    ["on two lines", LINE.replace(" tip", "\ntip")],
    ["of held actions", LINE.replace("publish", "publish held")],
  ])("is none %s", (_, body) => {
    expect(readMark(body)).toBeUndefined();
  });

  it("is of another campaign with another folder, base, template or recipe", () => {
    const parts = { folder: "", base: "main", branch: "sluice/${{ group }}", recipes: ["b", "a"] };
    const names = [
      parts,
      { ...parts, folder: "app" },
      { ...parts, base: "next" },
      { ...parts, branch: "x" },
      { ...parts, recipes: ["a"] },
      { ...parts, recipes: ["a,b"] },
    ].map(campaignOf);
    expect(new Set(names).size).toBe(names.length);
    expect(campaignOf({ ...parts, recipes: ["a", "b"] })).toBe(names[0]);
    expect(names[0]).toMatch(/^[0-9a-f]{16}$/);
  });
});
