import { describe, expect, it } from "vitest";
import { type PullBodyContent, pullBody } from "../../../src/report/pull/pull-body.ts";
import { seededRandom } from "../../support/seeded-random.ts";
import { changeOf } from "../comment/report-with.ts";

const MARKER = `<!-- sluice publish campaign=${"0".repeat(16)} content=${"1".repeat(16)} tip=${"a".repeat(40)} -->`;
const ELSEWHERE = "the report has everything";
const EVIL =
  "a|b`c`\n<!-- sluice publish --> @octocat fixes #1 ![x](http://e.test) </details><img src=x>\u202e\x1b[2J";

function bodyOf(over: Partial<PullBodyContent> = {}): string {
  return pullBody({
    marker: MARKER,
    intro: "",
    actions: [],
    left: [],
    rulePlaces: new Map([["small", "sluice.policy.yaml:12"]]),
    commands: ["sluice plan swap.yaml -o sluice-plan.json"],
    planDigest: "ab".repeat(32),
    elsewhere: ELSEWHERE,
    limit: 65_536,
    ...over,
  });
}

const LINES = "a\nb\nc\nd\ne\nf\ng\nh\n";
const some = (count: number, path = "src/file") =>
  Array.from({ length: count }, (_each, at) =>
    changeOf(`${path}-${at}.ts`, LINES, LINES.replace("a\nb", "A\nB").replace("f", "F")),
  );

describe("pullBody", () => {
  it("shows what each rule decided, the rule of each hunk with its place, the command and the digest", () => {
    const held = changeOf("b.ts", "b\n", "c\n", {
      state: "held",
      ruleId: "size",
      reason: "Large.",
    });
    const discarded = { ...held, state: "discarded" as const, ruleId: "no", reason: "No." };
    const made = changeOf("new.ts", "", "a\n", { warned: true });
    const actions = [
      ...some(1),
      { ...made, files: made.files.map((file) => ({ ...file, preHash: null })) },
    ];
    expect(bodyOf({ intro: "Swaps.\n", actions, left: [held, held, discarded] })).toBe(`${MARKER}

Swaps.

**2 actions** in 2 files; of the same plan, not here: **2** held, **1** discarded.

| Verdict | Rule | Actions | Files | Reason |
| --- | --- | ---: | ---: | --- |
| applied | small \\(sluice.policy.yaml:12\\) | 1 | 1 | Small. |
| applied, warned | small \\(sluice.policy.yaml:12\\) | 1 | 1 | Small. |
| held | size | 2 | 1 | Large. |
| discarded | no | 1 | 1 | No. |

Files and their lines in the base, with the rule of each:

| File | Lines | Changes | Rule |
| --- | --- | --- | --- |
| src/file-0.ts | 1–2, 6 | +3 −3 | small \\(sluice.policy.yaml:12\\) |
| new.ts | new file | +1 −0 | small \\(sluice.policy.yaml:12\\) |

To make the same again:

\`\`\`sh
sluice plan swap.yaml -o sluice-plan.json
\`\`\`

Plan \`${"ab".repeat(32)}\`
`);
  });

  it("names the lines that a file has in the base, also of a change that came after another", () => {
    const first = changeOf("a.ts", "a\nb\n", "x\ny\na\nb\n", { ruleId: "one" });
    const second = changeOf("a.ts", "x\ny\na\nb\n", "x\ny\na\nB\n", { ruleId: "two" });
    const text = bodyOf({ actions: [first, second] });
    expect(text).toContain("| a.ts | 1 | +2 −0 | one |\n| a.ts | 2 | +1 −1 | two |");
  });

  it("names the files of a custom tool, and says of several reasons how many there are", () => {
    const [one, two] = [{ reason: "One." }, { reason: "Two." }].map((over) =>
      changeOf("a.ts", "a\n", "b\n", { files: [], ...over }),
    );
    const text = bodyOf({ actions: [one, two].flatMap((action) => action ?? []) });
    expect(text).toContain("| One. \\(and 1 other reason\\) |");
    expect(text).toContain("| a.ts | – | +0 −0 |");
  });

  it("folds a long table, and counts the rows that do not fit with their place", () => {
    const text = bodyOf({ actions: some(300), limit: 9000 });
    expect(text).toMatch(/<details><summary>[^\n]*<\/summary>\n\n\| File/);
    expect(text).toMatch(/\n\n\d+ more rows; the report has everything\.\n\n<\/details>\n/);
  });

  it("leaves out a text of the policy and a command that are too long, and says so", () => {
    const text = bodyOf({ intro: "x".repeat(40_000), commands: ["y".repeat(5000)] });
    expect(text).toContain(`The text of the policy is too long; ${ELSEWHERE}.`);
    expect(text).toContain("The command that makes the same again is too long to show.");
    expect(text).not.toMatch(/xx|yy/);
  });

  it("keeps hostile names, reasons and rules from doing anything", () => {
    const evil = changeOf(`src/${EVIL}`, "x\n", "y\n", { ruleId: EVIL, reason: EVIL });
    const rulePlaces = new Map([[EVIL, EVIL]]);
    const text = bodyOf({
      actions: [evil, ...some(40)],
      left: [{ ...evil, state: "held" }],
      rulePlaces,
    });
    expect(text.match(/<!--/g)).toHaveLength(1);
    expect(text.match(/<(?!\/?details>|\/?summary>|!--)/g)).toBeNull();
    expect(text.match(/<\/details>/g)).toHaveLength(1);
    expect(text).not.toMatch(/@(?!&#8203;)|(?<!&)#\d|(?<!\\)!\[|http:\/\//);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: there must be none
    expect(text).not.toMatch(/[\x00-\x08\x0b-\x1f\u202e]/);
    for (const line of text.split("\n").filter((one) => /^\|.*(?:applied|held|\+1) /.test(one)))
      expect([5, 6]).toContain(line.match(/(?<!\\)\|/g)?.length);
  });

  it("is never over the limit, and never cuts a row, a fence or a tag", () => {
    const { below, pick } = seededRandom(36);
    for (let round = 0; round < 40; round += 1) {
      const name = () => pick(["src/a", EVIL, "@".repeat(80), "x".repeat(500)]);
      const actions = some(below(60), name());
      const left = some(below(30), name()).map((action, at) => ({
        ...action,
        state: pick(["held", "discarded", "failed"] as const),
        ruleId: `${name()}${at % 7}`,
      }));
      const limit = MARKER.length + 1 + below(20_000);
      const intro = pick(["", "Text.\n", "x".repeat(below(9000))]);
      const text = bodyOf({ actions, left, limit, intro, commands: [name()] });
      expect(text.length).toBeLessThanOrEqual(limit);
      expect(text.startsWith(`${MARKER}\n`)).toBe(true);
      expect((text.match(/^`{3,}/gm) ?? []).length % 2).toBe(0);
      const outside = text.replace(/^(`{3,})sh\n[\s\S]*?\n\1$/gm, "");
      expect(outside.match(/<details>/g)?.length).toBe(outside.match(/<\/details>/g)?.length);
      for (const line of text.split("\n").filter((one) => one.startsWith("|")))
        expect(line).toMatch(/^\| .* \|$/);
    }
  });
});
