import { expect, it } from "vitest";
import { readPatch } from "../../src/patch/read-patch.ts";

const diff = (path: string) =>
  `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-A\n+Bä\n`;

function mail(subject: string, body: string, header = ""): string {
  return `From 1234567890123456789012345678901234567890 Mon Sep 17 00:00:00 2001\nFrom: a <a@x.test>\nSubject: ${subject}\n${header}\n${body}`;
}

const encoding = (name: string) => `Content-Transfer-Encoding: ${name}\n`;
const base64 = (text: string | Buffer) => `${Buffer.from(text).toString("base64")}\n`;

/** The paths of each patch, or the fault. */
function read(text: string) {
  const set = readPatch(text, "mail");
  if ("fault" in set) return `${set.line}: ${set.fault}`;
  return set.patches.map(({ files }) => files.map(({ to }) => to));
}

const GOOD = mail("[PATCH 1/2] one", diff("a"));

it.each([
  ["says base64 and is plain", diff("b"), encoding("base64"), "whose text is no base64"],
  ["has half of a code", "abcde\n", encoding("base64"), "whose text is no base64"],
  [
    "says quoted-printable and is plain",
    `${diff("b")}a == b\n`,
    encoding("quoted-printable"),
    "whose text is no quoted-printable",
  ],
  [
    "is coded in other bytes than UTF-8",
    base64(Buffer.from(diff("b"), "latin1")),
    encoding("Base64"),
    "or not of UTF-8",
  ],
  ["is in another encoding", diff("b"), encoding("x-uuencode"), "in the encoding x-uuencode"],
  [
    "has a coded part",
    `--1\n${encoding("base64")}\n${base64(diff("b"))}--1--\n`,
    "",
    "of which a part is in an encoding of its own",
  ],
  ["has no patch", "Words.\n---\n b | 2 +-\n", "", "without a patch"],
])("refuses all mails if one %s", (_what, body, header, fault) => {
  const bad = mail("[PATCH 2/2] two", body, header);
  expect(read(GOOD + bad)).toMatch("11: has a mail, number 2, ");
  expect(read(GOOD + bad)).toMatch(fault);
  expect(read(bad + GOOD)).toMatch("1: has a mail, number 1, ");
});

it("passes over no text before the first mail", () => {
  const first = `Subject: [PATCH 1/2] one\n${encoding("base64")}\n${diff("a")}`;
  expect(read(first + mail("[PATCH 2/2] two", diff("b")))).toMatch("1: has a mail, number 1, ");
  expect(read(`\n${GOOD}`)).toEqual([["a"]]);
});

it("reads a cover letter as a mail without a patch, and mails that are coded well", () => {
  const quoted = diff("b").replace("ä", "=C3=A4").replace("--- a", "--- =\na");
  const all = [
    mail("[PATCH v2 0/3] Letter", "Words.\n"),
    mail("[PATCH v2 1/3] one", base64(diff("a")), encoding("base64")),
    mail("[PATCH v2 2/3] two", quoted, encoding("quoted-printable")),
    mail("[PATCH v2 3/3] three", diff("c"), encoding("8bit")),
  ];
  expect(read(all.join(""))).toEqual([[], ["a"], ["b"], ["c"]]);
});

it("reads the sender and the subject without control characters", () => {
  const text = mail("=?utf-8?q?ok=0A=1b[2J::error::x?=", diff("a")).replace(
    "From: a <",
    "From: =?utf-8?b?YQobYg==?=\u0007\u0085<",
  );
  expect(readPatch(text)).toMatchObject({
    source: "ok [2J::error::x",
    patches: [{ author: "a b <a@x.test>" }],
  });
});
