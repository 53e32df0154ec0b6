import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { commitDate } from "../../../src/git/commit/commit-date.ts";
import { type CommitPlace, openCommitPlace } from "../../../src/git/commit/open-commit-place.ts";
import { gitIn } from "../../../src/git/run-git.ts";
import {
  type BranchOptions,
  makeBranches,
  type WantedBranch,
} from "../../../src/run/commits/make-branches.ts";
import type { CommittedAction } from "../../../src/run/commits/written-by.ts";
import { sha256 } from "../../../src/shared/sha256.ts";
import { stateOf } from "../../support/commit-run.ts";
import { JOB, program } from "../../support/push-target.ts";
import { git, snapshot, tempFolder, tempRepository } from "../../support/temp-tree.ts";

/** The whole text of a file before an action, and after it; null without the file. */
type Texts = readonly [path: string, before: string | null, after: string | null];

/** An action that replaces one place in each of its files. */
function actionOf(...files: readonly Texts[]): CommittedAction {
  const changes = files.map(([path, before, after]) => ({
    path,
    preHash: before === null ? null : sha256(before),
    postHash: after === null ? null : sha256(after),
    edits: [editOf(before ?? "", after ?? "")],
  }));
  const report = { label: "l", files: files.map(([path]) => ({ path })) } as never;
  return { report, changes };
}

function editOf(before: string, after: string) {
  let start = 0;
  while (start < before.length && before[start] === after[start]) start += 1;
  let end = 0;
  const most = Math.min(before.length, after.length) - start;
  while (end < most && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return { start, end: before.length - end, text: after.slice(start, after.length - end) };
}

const IDENTITY = { name: "Sluice", email: "sluice@example.com" };

async function makeIn(
  root: string,
  wanted: readonly WantedBranch[],
  actions: readonly CommittedAction[],
  more: Partial<BranchOptions> = {},
) {
  const place = (await openCommitPlace(root, JOB)) as CommitPlace;
  return makeBranches(wanted, actions, place, {
    ...{ env: JOB, signal: new AbortController().signal, identity: IDENTITY },
    now: await commitDate(gitIn(root, JOB), place.head),
    async findText(path, hash) {
      const text = git(root, "show", `HEAD:${path}`);
      return sha256(text) === hash ? text : undefined;
    },
    ...more,
  });
}

const wantedOf = (
  name: string,
  ...commits: readonly (readonly CommittedAction[])[]
): WantedBranch => ({
  name,
  commits: commits.map((actions, index) => ({
    message: `${name} ${index + 1}\n`,
    actions: actions.map(({ report }) => report),
  })),
});

const FILES = {
  "src/a.ts": "f(1);\nx();\nx();\nx();\nh(2);\n",
  "src/b.ts": "h(3);\n",
  "src/gone.ts": "gone();\n",
  "run.sh": "f 1\n",
};
const A = FILES["src/a.ts"];
const FIRST = actionOf(
  ["src/a.ts", A, A.replace("f(1)", "g(1)")],
  ["src/b.ts", "h(3);\n", "k(3);\n"],
);
const SECOND = actionOf(
  ["src/a.ts", A.replace("f(1)", "g(1)"), A.replace("f(1)", "g(1)").replace("h(2)", "k(2)")],
  ["src/new/ü x.ts", null, "new();\n"],
);
const THIRD = actionOf(["src/gone.ts", "gone();\n", null], ["run.sh", "f 1\n", "g 1\n"]);
const ALL = [FIRST, SECOND, THIRD];

it("makes chains of commits from HEAD whatever is staged, and moves no branch, index or file", async () => {
  const root = tempRepository(FILES);
  chmodSync(join(root, "run.sh"), 0o755);
  git(root, "commit", "-qam", "State");
  git(root, "rm", "--quiet", "--cached", "src/b.ts");
  writeFileSync(join(root, "src/a.ts"), "staged();\n");
  git(root, "add", "src/a.ts");
  const before = [stateOf(root), snapshot(root)];
  const wanted = [
    wantedOf("x", [FIRST], [SECOND]),
    wantedOf("y", [SECOND]),
    wantedOf("z", [THIRD]),
  ];
  const outcomes = await makeIn(root, wanted, ALL);
  expect(outcomes.map(({ name, kind }) => `${name} ${kind}`)).toEqual([
    "x made",
    "y made",
    "z made",
  ]);
  const [x = "", y = "", z = ""] = outcomes.map((one) => (one.kind === "made" ? one.tip : ""));
  expect(outcomes[0]).toMatchObject({ commits: [git(root, "rev-parse", `${x}~1`).trim(), x] });
  expect(git(root, "log", "--format=%s", x).split("\n").slice(0, 3)).toEqual([
    "x 2",
    "x 1",
    "State",
  ]);
  expect(git(root, "show", `${x}~1:src/a.ts`)).toBe("g(1);\nx();\nx();\nx();\nh(2);\n");
  expect(git(root, "show", `${x}:src/a.ts`)).toBe("g(1);\nx();\nx();\nx();\nk(2);\n");
  expect(git(root, "diff", "--name-status", "-z", `${x}~1`, x).split("\0")).toEqual([
    "M",
    "src/a.ts",
    "A",
    "src/new/ü x.ts",
    "",
  ]);
  expect(git(root, "show", `${y}:src/a.ts`)).toBe("f(1);\nx();\nx();\nx();\nk(2);\n");
  expect(git(root, "diff", "--name-status", "HEAD", z)).toBe("M\trun.sh\nD\tsrc/gone.ts\n");
  expect(git(root, "ls-tree", z, "run.sh")).toContain("100755");
  expect([stateOf(root), snapshot(root)]).toEqual(before);
  expect(git(root, "fsck", "--strict")).not.toMatch(/error|missing/);
});

it("makes the same ids again, by the date of the base and the identity that is given", async () => {
  const root = tempRepository(FILES);
  git(root, "commit", "-q", "--amend", "--no-edit", "--date=2001-01-01T00:00:00Z");
  const wanted = [wantedOf("x", [FIRST], [SECOND])];
  const [first] = await makeIn(root, wanted, ALL);
  const [again] = await makeIn(root, wanted, ALL, { env: { ...JOB, GIT_AUTHOR_NAME: "Me" } });
  expect(again).toEqual(first);
  const date = git(root, "log", "-1", "--format=%ct").trim();
  const tip = first?.kind === "made" ? first.tip : "";
  expect(git(root, "log", "-1", "--format=%an <%ae> %cn <%ce> %at %ct", tip).trim()).toBe(
    `Sluice <sluice@example.com> Sluice <sluice@example.com> ${date} ${date}`,
  );
  const [oldest] = await makeIn(root, wanted, ALL, { now: 5000 });
  const old = oldest?.kind === "made" ? oldest.tip : "";
  expect(git(root, "log", "-1", "--format=%at %ct", old)).toBe("5 5\n");
  await expect(makeIn(root, wanted, ALL, { identity: undefined })).rejects.toThrow(/ident/i);
});

it("refuses a branch as a whole, with the reason, and makes the others", async () => {
  const root = tempRepository({ ...FILES, "src/a.ts": "q(1);\n" });
  const base = actionOf(["src/a.ts", "q(1);\n", "r(1);\n"]);
  const rests = actionOf(["src/a.ts", "r(1);\n", "s(1);\n"], ["src/b.ts", "h(3);\n", "k(3);\n"]);
  const other = actionOf(["run.sh", "f 1\n", "g 1\n"]);
  const foreign: CommittedAction = { ...actionOf(), changes: [] };
  const lost = actionOf(["src/gone.ts", "another text\n", "x\n"]);
  const outcomes = await makeIn(
    root,
    [
      wantedOf("rests", [other], [rests]),
      wantedOf("both", [base], [rests]),
      wantedOf("foreign", [foreign]),
      wantedOf("lost", [lost]),
      wantedOf("none"),
    ],
    [base, rests, foreign, other, lost],
  );
  expect(outcomes).toMatchObject([
    {
      name: "rests",
      kind: "refused",
      why: expect.stringContaining("src/a.ts has edits that rest on"),
    },
    { name: "both", kind: "made" },
    { name: "foreign", kind: "refused", why: "the files of `l` are unknown" },
    { name: "lost", kind: "refused", why: expect.stringContaining("src/gone.ts was also written") },
    { name: "none", kind: "empty" },
  ]);
});

it("stores line ends as git does, and has no change of the work tree that is not committed", async () => {
  const files = {
    ".gitattributes": "*.txt text eol=crlf\n*.bat -text\n",
    "a.txt": "one\ntwo\nthree\nfour\nfive\n",
    "b.bat": "one\r\ntwo\r\n",
  };
  const root = tempRepository({});
  for (const [path, text] of Object.entries(files)) writeFileSync(join(root, path), text);
  git(root, "add", ".");
  git(root, "commit", "-qm", "State");
  const crlf = files["a.txt"].replaceAll("\n", "\r\n");
  const dirty = crlf.replace("five", "mine");
  writeFileSync(join(root, "a.txt"), dirty);
  const change = actionOf(
    ["a.txt", dirty, dirty.replace("one", "1")],
    ["b.bat", "one\r\ntwo\r\n", "1\r\ntwo\r\n"],
    ["c.txt", null, "new\r\n"],
  );
  const [outcome] = await makeIn(root, [wantedOf("x", [change])], [change], {
    findText: async (path) => (path === "a.txt" ? dirty : files["b.bat"]),
  });
  const tip = outcome?.kind === "made" ? outcome.tip : JSON.stringify(outcome);
  expect(git(root, "show", `${tip}:a.txt`)).toBe("1\ntwo\nthree\nfour\nfive\n");
  expect(git(root, "show", `${tip}:b.bat`)).toBe("1\r\ntwo\r\n");
  expect(git(root, "show", `${tip}:c.txt`)).toBe("new\n");
});

it("makes no more commits than a run may have", async () => {
  const root = tempRepository(FILES);
  const many = Array.from({ length: 1001 }, (_, index) => wantedOf(`${index}`, [FIRST]));
  await expect(makeIn(root, many, ALL)).rejects.toThrow("1001 commits, more than 1000");
});

it("signs if it is told to, whatever git's settings say, and makes nothing that it cannot sign", async () => {
  const root = tempRepository(FILES);
  const folder = tempFolder();
  const reply = "printf -- '-----BEGIN PGP SIGNATURE-----\\n\\nx\\n-----END PGP SIGNATURE-----\\n'";
  const signer = program(
    join(folder, "gpg"),
    `cat > /dev/null; echo '[GNUPG:] SIG_CREATED ' >&2; ${reply}`,
  );
  const config = join(folder, "config");
  const env = { ...JOB, GIT_CONFIG_GLOBAL: config };
  const make = (gpg: string, sign: boolean) => {
    writeFileSync(config, `[commit]\n\tgpgSign = ${!sign}\n[gpg]\n\tprogram = ${gpg}\n`);
    return makeIn(root, [wantedOf("x", [FIRST])], ALL, { env, sign });
  };
  const isSigned = async (sign: boolean) => {
    const [outcome] = await make(signer, sign);
    const tip = outcome?.kind === "made" ? outcome.tip : "";
    return git(root, "cat-file", "commit", tip).includes("\ngpgsig ");
  };
  expect([await isSigned(true), await isSigned(false)]).toEqual([true, false]);
  await expect(make("/nowhere/gpg", true)).rejects.toThrow(/sign/);
});
