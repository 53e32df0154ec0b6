import { describe, expect, test } from "vitest";
import { openGuardedLog } from "../../src/action/guarded-log.ts";

function written(use: (log: ReturnType<typeof openGuardedLog>) => void): string {
  let text = "";
  const log = openGuardedLog((part) => {
    text += part;
  }, "token");
  use(log);
  log.close();
  return text;
}

describe("openGuardedLog", () => {
  test("text stands between the command that stops commands and the one that resumes them", () => {
    expect(written((log) => log.write("::error::x\n"))).toBe(
      "::stop-commands::token\n::error::x\n::token::\n",
    );
  });

  test("commands are resumed on a line of their own also where the text ends in the middle of one", () => {
    expect(
      written((log) => {
        log.write("a");
        log.write("");
      }),
    ).toBe("::stop-commands::token\na\n::token::\n");
  });
});
