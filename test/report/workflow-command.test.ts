import { describe, expect, test } from "vitest";
import { annotationCommand } from "../../src/report/annotations/workflow-command.ts";

describe("annotationCommand", () => {
  test("a message without a place is one line", () => {
    expect(annotationCommand("notice", {}, "2 more")).toBe("::notice::2 more\n");
  });

  test("line ends and percent signs are escaped, so that a text cannot start a command of its own", () => {
    expect(annotationCommand("error", {}, "50%0A\r\n::set-env name=A::b")).toBe(
      "::error::50%250A%0D%0A::set-env name=A::b\n",
    );
  });

  test("properties escape colons and commas too, so that a file name cannot add a property", () => {
    const place = { file: "a,line=9::x%.ts", line: 2, col: 3, title: "a: b\nc" };
    expect(annotationCommand("error", place, "m")).toBe(
      "::error file=a%2Cline=9%3A%3Ax%25.ts,line=2,col=3,title=a%3A b%0Ac::m\n",
    );
  });
});
