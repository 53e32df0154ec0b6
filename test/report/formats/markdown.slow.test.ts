import { describe, expect, it } from "vitest";
import { markdown } from "../../support/markdown-report.ts";
import { changeOf } from "../comment/report-with.ts";

describe("the format markdown", () => {
  it.each([
    ["ASCII", "a"],
    ["other letters", "ж"],
  ])(
    "stays below 1 MiB in bytes with 10,000 actions, and says where the rest is: %s",
    (_what, letter) => {
      const actions = Array.from({ length: 10_000 }, (_, index) =>
        changeOf(`src/${letter.repeat(90)}${index}.ts`, "a\n", `${letter.repeat(50)}\n`, {
          reason: letter.repeat(100) + index,
        }),
      );
      const text = markdown({ actions });
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1024 * 1024);
      expect(Buffer.byteLength(text)).toBeGreaterThan(800_000);
      expect(text).toMatch(/\n\d+ more rows; the report of `--report json` has everything\.\n/);
      expect(text).toMatch(/\n\d+ more files; the report of `--report json` has everything\.\n/);
    },
  );
});
