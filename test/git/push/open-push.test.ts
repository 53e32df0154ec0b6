import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { pushBranches } from "../../../src/git/push/push-branches.ts";
import { remoteTips } from "../../../src/git/push/remote-tips.ts";
import { askingFor, serve, servingGit } from "../../support/git-server.ts";
import {
  branchesOf,
  checkoutWithTarget,
  folderOfTest,
  JOB,
  looseCommit,
  program,
  pushTo,
} from "../../support/push-target.ts";
import { git, tempFolder } from "../../support/temp-tree.ts";

const BOT = { user: "x-access-token", token: "ghs_0123456789abcdef" };
const HEADER = `Basic ${Buffer.from(`${BOT.user}:${BOT.token}`).toString("base64")}`;

/** All files below a folder, as text. */
function textBelow(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "latin1"))
    .join("\n");
}

it("pushes over http with the token of the caller, which stands in no file and no argument", async () => {
  const { root, bare, head } = checkoutWithTarget();
  const seen: string[] = [];
  const host = await serve(askingFor(BOT, servingGit(dirname(bare)), seen));
  const log = join(tempFolder(), "log");
  let folder = "";
  const env = {
    ...JOB,
    GIT_TRACE: log,
    GIT_TRACE_CURL: log,
    GIT_TRACE_REDACT: "0",
    HTTP_PROXY: "http://127.0.0.1:1",
  };
  const push = await pushTo(root, `http://${host}/app.git`, {
    credentials: BOT,
    async makeFolder(files) {
      const own = await folderOfTest(files);
      folder = own.folder;
      return own;
    },
    env: {
      ...env,
      http_proxy: "http://127.0.0.1:1",
      GIT_TRACE2: log,
      GIT_TRACE2_CONFIG_PARAMS: "*",
    },
  });
  const commit = looseCommit(root, "One");
  const update = { branch: "sluice/a", commit, expected: undefined };
  expect(await pushBranches(push, [update])).toEqual([{ branch: "sluice/a", kind: "pushed" }]);
  expect(branchesOf(bare)).toEqual({ main: head, "sluice/a": commit });
  expect([...(await remoteTips(push, ["sluice/a"]))]).toEqual([["sluice/a", commit]]);
  expect(new Set(seen.map((line) => line.replace(/ \/.*/, "")))).toEqual(new Set([HEADER]));
  for (const text of [readFileSync(log, "utf8"), textBelow(folder), textBelow(join(root, ".git"))])
    expect(text).not.toMatch(new RegExp(`${BOT.token}|${HEADER.slice(6)}`));
  await push.close();
  expect(existsSync(folder)).toBe(false);
});

it("says that a server does not accept the token, and never shows it", async () => {
  const { root, bare, head } = checkoutWithTarget();
  const host = await serve(askingFor({ ...BOT, token: "another" }, servingGit(dirname(bare)), []));
  const push = await pushTo(root, `http://${host}/app.git`, { credentials: BOT });
  const update = { branch: "a", commit: looseCommit(root, "One"), expected: undefined };
  const outcomes = await pushBranches(push, [update]);
  expect(outcomes).toEqual([
    {
      branch: "a",
      kind: "failed",
      why: expect.stringMatching(/^the server does not accept the token/),
    },
  ]);
  expect(branchesOf(bare)).toEqual({ main: head });
});

it("removes the token from what a server sends back", async () => {
  const { root, bare } = checkoutWithTarget({
    "pre-receive": `echo "${BOT.token} ${HEADER}" >&2; exit 1`,
  });
  const host = await serve(askingFor(BOT, servingGit(dirname(bare)), []));
  const push = await pushTo(root, `http://${host}/app.git`, { credentials: BOT });
  const update = { branch: "a", commit: looseCommit(root, "One"), expected: undefined };
  expect(await pushBranches(push, [update])).toEqual([
    {
      branch: "a",
      kind: "rejected",
      why: "pre-receive hook declined; [redacted] Basic [redacted]",
    },
  ]);
});

it("follows no server to another one, with the token or without", async () => {
  const { root, bare, head } = checkoutWithTarget();
  const seen: string[] = [];
  const other = await serve(askingFor(BOT, servingGit(dirname(bare)), seen));
  const host = await serve((request, response) => {
    response.writeHead(302, { location: `http://${other}${request.url}` }).end();
  });
  const push = await pushTo(root, `http://${host}/app.git`, { credentials: BOT });
  const update = { branch: "a", commit: looseCommit(root, "One"), expected: undefined };
  expect(await pushBranches(push, [update])).toMatchObject([{ branch: "a", kind: "failed" }]);
  await expect(remoteTips(push, ["a"])).rejects.toThrow();
  expect(seen).toEqual([]);
  expect(branchesOf(bare)).toEqual({ main: head });
});

it("runs nothing that a checkout configures, and sends nothing to the servers that it names", async () => {
  const { root, bare, head } = checkoutWithTarget();
  const evil = checkoutWithTarget();
  const seen: string[] = [];
  const host = await serve(askingFor(BOT, servingGit(dirname(bare)), []));
  const url = `http://${host}/app.git`;
  const other = await serve((request, response) => {
    seen.push(String(request.url));
    response.end();
  });
  const ran = join(tempFolder(), "ran");
  const script = program(join(tempFolder(), "program"), `echo "$@" >> ${ran}; exec cat`);
  program(join(root, "hooks/pre-push"), `echo hook >> ${ran}`);
  program(join(root, ".git/hooks/pre-push"), `echo hook >> ${ran}`);
  const settings: readonly (readonly [string, string])[] = [
    [`url.${evil.bare}.insteadOf`, url],
    [`url.http://${other}/.pushInsteadOf`, `http://${host}/`],
    [`remote.${url}.pushurl`, `http://${other}/app.git`],
    [`remote.${url}.url`, `http://${other}/app.git`],
    [`remote.${url}.receivepack`, script],
    [`remote.${url}.mirror`, "true"],
    [`http.${url}.proxy`, `http://${other}`],
    ["core.hooksPath", "hooks"],
    ["core.sshCommand", script],
    ["core.askPass", script],
    ["credential.helper", `!${script}`],
    ["push.default", "matching"],
    ["push.followTags", "true"],
    ["push.gpgSign", "true"],
    ["push.recurseSubmodules", "on-demand"],
    ["push.pushOption", "evil"],
    ["gpg.program", script],
    ["http.followRedirects", "true"],
    ["http.extraHeader", "X-Evil: 1"],
    ["pack.packSizeLimit", "1"],
  ];
  for (const [key, value] of settings) git(root, "config", key, value);
  git(root, "tag", "-a", "v1", "-m", "v1");
  const push = await pushTo(root, url, { credentials: BOT });
  const commit = looseCommit(root, "One");
  const update = { branch: "sluice/a", commit, expected: undefined };
  expect(await pushBranches(push, [update])).toEqual([{ branch: "sluice/a", kind: "pushed" }]);
  expect((await remoteTips(push, ["sluice/a"])).get("sluice/a")).toBe(commit);
  expect(branchesOf(bare)).toEqual({ main: head, "sluice/a": commit });
  expect(git(bare, "tag")).toBe("");
  expect([branchesOf(evil.bare), seen, existsSync(ran)]).toEqual([{ main: evil.head }, [], false]);
  const wrong = await pushTo(root, url, { credentials: { ...BOT, token: "wrong-token" } });
  expect(await pushBranches(wrong, [update])).toMatchObject([{ kind: "failed" }]);
  const bySsh = await pushTo(root, "ssh://127.0.0.1:1/app.git");
  expect(await pushBranches(bySsh, [update])).toMatchObject([{ kind: "failed" }]);
  expect([seen, existsSync(ran)]).toEqual([[], false]);
});

it("pushes from a shallow clone after the base has moved, without the files of the base", async () => {
  const { root, bare } = checkoutWithTarget();
  const backend = servingGit(dirname(bare));
  let size = 0;
  const host = await serve((request, response) => {
    request.on("data", (bytes: Buffer) => {
      size += bytes.length;
    });
    backend(request, response);
  });
  writeFileSync(join(root, "large"), randomBytes(100_000));
  git(root, "add", "large");
  for (const name of ["b", "c"]) git(root, "commit", "-q", "--allow-empty", "-m", name);
  git(root, "push", "-q", bare, "main");
  const clone = join(tempFolder(), "clone");
  git(root, "clone", "-q", "--depth=1", `file://${bare}`, clone);
  git(root, "commit", "-q", "--allow-empty", "-m", "moved");
  git(root, "push", "-q", bare, "main");
  const push = await pushTo(clone, `http://${host}/app.git`);
  const updateOf = (branch: string) => {
    return { branch, commit: looseCommit(clone, branch), expected: undefined };
  };
  const outcomes = await pushBranches(push, [updateOf("a")]);
  expect(outcomes).toEqual([{ branch: "a", kind: "pushed" }]);
  const subjects = git(bare, "log", "--format=%s", "a").trim().split("\n");
  expect(subjects).toEqual(["a", "c", "b", "State"]);
  expect(size).toBeLessThan(10_000);
  git(bare, "update-ref", "-d", "refs/heads/a");
  const old = await serve(servingGit(dirname(bare), { GIT_PROTOCOL: "" })); // It cannot say what it has.
  const slow = await pushTo(clone, `http://${old}/app.git`);
  expect(await pushBranches(slow, [updateOf("b")])).toEqual([{ branch: "b", kind: "pushed" }]);
});
