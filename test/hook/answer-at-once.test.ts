import { describe, expect, it } from "vitest";
import { answerAtOnce } from "../../src/hook/answer-at-once.ts";
import { CALLS, callIn } from "../support/hook-calls.ts";

/** What a process answers at once to an input that comes in pieces, and what it puts back. */
function atOnce(argv: readonly string[], pieces: readonly (string | Error)[], isTTY = false) {
  const out = { text: "", back: "", isAnswered: false };
  const left = [...pieces];
  const target = {
    argv: ["node", "sluice", ...argv],
    cwd: () => "/project",
    stdin: {
      isTTY,
      unshift: (bytes: Buffer) => {
        out.back += bytes.toString();
      },
    },
    stdout: {
      write: (text: string) => {
        out.text += text;
      },
    },
  };
  out.isAnswered = answerAtOnce(target as never, (chunk) => {
    const piece = left.shift() ?? "";
    if (typeof piece !== "string") throw piece;
    return chunk.write(piece);
  });
  return out;
}

const DENY = expect.stringContaining("deny");

describe("a call that needs no policy", () => {
  it("is answered at once, and every other one is left to the command", () => {
    const answered = Object.keys(CALLS).filter((name) => {
      const call = callIn("/project", name);
      const { isAnswered, text, back } = atOnce(["hook", name.split("-")[0] ?? ""], [call]);
      expect([text, back]).toEqual(
        isAnswered ? [name.startsWith("cursor") ? "{}\n" : "", ""] : ["", call],
      );
      return isAnswered;
    });
    expect(answered).toEqual([
      ...["claude-bash", "claude-read", "codex-shell"],
      ...["cursor-after-edit", "cursor-before-shell", "cursor-read"],
    ]);
  });

  it("is denied at once if no policy can allow it, or nobody can read it", () => {
    const [path, content] = ["/project/.git/config", ""];
    const call = JSON.stringify({
      ...CALLS["claude-write"],
      tool_input: { file_path: path, content },
    });
    expect(atOnce(["hook", "claude"], [call])).toMatchObject({ isAnswered: true, text: DENY });
    expect(atOnce(["hook", "claude"], ["no"])).toMatchObject({ isAnswered: true, text: DENY });
    expect(atOnce(["hook", "claude"], [])).toMatchObject({ isAnswered: true, text: DENY });
  });

  it("may come in pieces, and knows the root that is named", () => {
    const call = callIn("/project", "claude-write");
    const pieces = [call.slice(0, 9), call.slice(9)];
    const argv = ["hook", "claude", "--policy", "safe", "--root"];
    expect(atOnce([...argv, "other"], pieces)).toMatchObject({ isAnswered: true, text: "" });
    expect(atOnce([...argv, "."], pieces)).toMatchObject({ isAnswered: false, back: call });
  });
});

describe("the command itself", () => {
  const call = callIn("/project", "claude-read");

  it.each([
    ["another command", ["preview", "claude"]],
    ["another agent", ["hook", "toString"]],
    ["no agent", ["hook"]],
    ["an option that is not known", ["hook", "claude", "--help"]],
    ["an option without a value", ["hook", "claude", "--root"]],
    ["two roots", ["hook", "claude", "--root", "a", "--root", "b"]],
  ])("answers %s", (_, argv) => {
    expect(atOnce(argv, [call])).toEqual({ text: "", back: "", isAnswered: false });
  });

  it("answers at a terminal, and where the input is late or too long, with what was read", () => {
    expect(atOnce(["hook", "claude"], [], true).isAnswered).toBe(false);
    const late = atOnce(["hook", "claude"], [call.slice(0, 9), new Error("EAGAIN")]);
    expect(late).toEqual({ text: "", back: call.slice(0, 9), isAnswered: false });
    const long = Array.from({ length: 200 }, () => " ".repeat(65_536));
    expect(atOnce(["hook", "claude"], long)).toMatchObject({ text: "", isAnswered: false });
  });
});
