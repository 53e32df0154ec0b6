import { describe, expect, it } from "vitest";
import { readDecisions } from "../../src/decide/read-decisions.ts";
import { seededRandom } from "../support/seeded-random.ts";

const COMMAND = "/sluice apply 5f0c because fine";
const IDS = { kind: "decision", verdict: "apply", choice: { kind: "ids", ids: ["5f0c"] } };
const FINE = { ...IDS, reason: "fine" };

describe("readDecisions", () => {
  it.each([
    ["one id", COMMAND, FINE],
    ["words in any case", "/sluice Apply 5F0C BECAUSE fine", FINE],
    ["an id in code", "/sluice apply `5f0c` because fine", FINE],
    ["the first `because`", "/sluice apply 5f0c because because", { ...IDS, reason: "because" }],
    ["a line end of Windows", `${COMMAND}\r`, FINE],
    [
      "several ids, with commas",
      "/sluice discard 5f0c, 6a1d because No.",
      { verdict: "discard", choice: { kind: "ids", ids: ["5f0c", "6a1d"] }, reason: "No." },
    ],
    [
      "all, by rule and recipe",
      `/sluice apply --all --rule "my rule" --rule=size --recipe swap because it's ok`,
      {
        choice: { kind: "filters", rules: ["my rule", "size"], recipes: ["swap"], paths: [] },
        reason: "it's ok",
      },
    ],
  ])("reads %s", (_what, text, expected) => {
    expect(readDecisions(text)).toMatchObject([{ kind: "decision", line: 1, ...expected }]);
  });

  it.each([
    ["/sluice", "has no command"],
    ["/sluice aply 5f0c because x", "Did you mean `apply`?"],
    ["/sluice apply because x", "No action is named."],
    ["/sluice apply 5f0c", "A reason is required."],
    ["/sluice apply 5f0c becuase x", "Did you mean `because`?"],
    ["/sluice apply 5f0c because", "The reason is blank."],
    ["/sluice apply 5f0c because \u200b\u00a0", "The reason is blank."],
    ["/sluice apply 5f0c because …", "The reason is blank."],
    ["/sluice apply 5f0 because x", "is no id of an action"],
    ["/sluice apply ../etc because x", "is no id of an action"],
    ["/sluice apply --al because x", "Did you mean `--all`?"],
    ["/sluice apply --all 5f0c because x", "both together are unclear"],
    ["/sluice apply --rule size because x", "go with `--all`"],
    ["/sluice apply --all --rule because x", "needs a name"],
    [`/sluice apply 5f0c because ${"x".repeat(2001)}`, "more than 2000 characters"],
  ])("tells what is wrong with %s (R23)", (text, message) => {
    const expected = { kind: "fault", line: 1, message: expect.stringContaining(message) };
    expect(readDecisions(text)).toEqual([expected]);
  });

  it("reads several lines, each at its place, also next to plain text", () => {
    const text = `Looks good.\n${COMMAND}\n/sluice discard 6a1d because no\n\nThanks!\n${COMMAND}\n`;
    expect(readDecisions(text).map(({ kind, line }) => [kind, line])).toEqual([
      ["decision", 2],
      ["decision", 3],
      ["decision", 6],
    ]);
  });

  it.each([
    ["a quote", `> ${COMMAND}`],
    ["a fence", `\`\`\`\n${COMMAND}\n\`\`\``],
    ["a fence of tildes with backticks in it", `~~~\n\`\`\`\n${COMMAND}\n~~~`],
    ["a longer fence", `\`\`\`\`\n\`\`\`\n${COMMAND}\n\`\`\`\`\n`],
    ["a fence without an end", `\`\`\`\n\n${COMMAND}`],
    ["a fence after that of an item", `- a\n  \`\`\`\n\`\`\`\n${COMMAND}\n\`\`\``],
    ["indented code", `a\n\n    ${COMMAND}`],
    ["an HTML comment", `<!--\n\n${COMMAND}\n-->`],
    ["an item of a list", `- ${COMMAND}`],
    ["the middle of a line", `a ${COMMAND}`],
    ["another word", "/sluices apply 5f0c because x"],
  ])("reads nothing in %s", (_where, text) => {
    expect(readDecisions(text)).toEqual([]);
  });

  it.each([
    ["a space is before it", ` ${COMMAND}`],
    ["a quote goes on without a sign", `> a\n${COMMAND}`],
    ["code goes on", `a \`b\n${COMMAND}\``],
    ["a link is defined", `[a]: /b "\n${COMMAND}"`],
    ["a comment begins in a line", `a <!-- b\n${COMMAND}\n-->`],
    ["HTML is before it", `<details>\n\n${COMMAND}`],
    ["an element begins in a line", `a <blockquote>\n\n${COMMAND}`],
    ["a fence of an item may have ended", `- a\n  \`\`\`\n${COMMAND}\n\`\`\``],
    ["a comment ends with more", `<!--\n--> <pre>\n\n${COMMAND}`],
  ])("does not read, and says so, when %s", (_where, text) => {
    const faults = readDecisions(text);
    for (const fault of faults)
      expect(fault).toMatchObject({ message: expect.stringContaining("This line is not read.") });
    expect(faults).toHaveLength(1);
  });

  it("reads after a fence, a comment and a quote that are over", () => {
    const text = `\`\`\`\na\n\`\`\`\n${COMMAND}\n\n<!-- a -->\n\n> b\n\n<!--\n-->\n${COMMAND}`;
    expect(readDecisions(text).map(({ line }) => line)).toEqual([4, 12]);
  });

  it("keeps bounds of text, lines and commands", () => {
    const message = (text: string) =>
      readDecisions(text).flatMap((one) => ("message" in one ? one.message : []));
    expect(message(`${COMMAND}${"x".repeat(100_000)}`)).toEqual([
      expect.stringContaining("100000 characters"),
    ]);
    expect(message(`${COMMAND}${"\n".repeat(10_000)}`)).toEqual([
      expect.stringContaining("10000 lines"),
    ]);
    const many = readDecisions(`${COMMAND}\n`.repeat(150));
    expect(many).toHaveLength(101);
    expect(many.at(-1)).toMatchObject({
      kind: "fault",
      line: 101,
      message: expect.stringMatching(/^50 more/),
    });
  });

  it.each([
    "`",
    "<",
    "<!--",
    "~",
    "[",
    '"',
    "'",
    "\\",
    " ",
    "\t",
    "`\\",
    '" ',
    "a\n",
    "> ",
    "-->",
    "/sluice ",
    "' \"",
  ])("reads a text of nothing but %j in time that grows with its length", (piece) => {
    const text = piece.repeat(Math.floor(70_000 / piece.length));
    expect(readDecisions(`/sluice ${text.slice(0, 60_000)}`).length).toBeLessThan(102);
    expect(readDecisions(`${text}\n\n${COMMAND}`).length).toBeLessThan(102);
  });

  it("never reads what is in a quote, whatever is around it", () => {
    const { below, pick } = seededRandom(36);
    const pieces = [
      "",
      "a",
      "`",
      "```",
      "~~~",
      "<!--",
      "-->",
      "<pre>",
      "- a",
      "    b",
      "> c",
      "  > d",
    ];
    const some = () => Array.from({ length: below(6) }, () => pick(pieces));
    for (let round = 0; round < 2000; round += 1) {
      const text = [...some(), `> ${COMMAND}`, ...some(), ` > ${COMMAND}`, ...some()].join("\n");
      expect(readDecisions(text), text).toEqual([]);
    }
  });
});
