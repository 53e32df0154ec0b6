import { describe, expect, it } from "vitest";
import { redactor } from "../../src/shared/redact.ts";

const SECRET = 's3cret/"key"+ä';

describe("a redactor", () => {
  it.each([
    ["as it is", SECRET],
    ["URI-encoded", encodeURIComponent(SECRET)],
    ["base64", Buffer.from(SECRET).toString("base64")],
    ["base64 without its padding", Buffer.from(SECRET).toString("base64").replace(/=+$/, "")],
    ["base64 for addresses", Buffer.from(SECRET).toString("base64url")],
    ["escaped as in JSON", JSON.stringify(SECRET).slice(1, -1)],
    ["in hexadecimal", Buffer.from(SECRET).toString("hex")],
    ["in upper case", SECRET.toUpperCase()],
    ["in hexadecimal of upper case", Buffer.from(SECRET).toString("hex").toUpperCase()],
    ["base64 for addresses in lower case", Buffer.from(SECRET).toString("base64url").toLowerCase()],
  ])("takes out a secret %s", (_, form) => {
    expect(redactor([SECRET])(`a ${form} b ${form}`)).toBe("a [redacted] b [redacted]");
  });

  it("looks into every text at any depth, and at keys", () => {
    const value = { a: [{ b: `x${SECRET}` }, 1, null], [SECRET]: true };
    expect(redactor([SECRET])(value)).toEqual({
      a: [{ b: "x[redacted]" }, 1, null],
      "[redacted]": true,
    });
  });

  it("answers the same object where nothing changes, also inside of what changes", () => {
    const value = { a: [{ b: "x" }] };
    const redact = redactor([SECRET]);
    expect(redact(value)).toBe(value);
    const parent = { value, said: SECRET };
    expect(redact(parent).value).toBe(value);
    expect(parent.said).toBe(SECRET);
  });

  it("leaves secrets of fewer than 8 characters alone", () => {
    expect(redactor(["1234567", ""])("1234567 and 12345678")).toBe("1234567 and 12345678");
    expect(redactor(["12345678"])("1234567 and 12345678")).toBe("1234567 and [redacted]");
  });

  it("takes out the longer one of two secrets of which one is a part of the other", () => {
    expect(redactor(["password", "password-2"])("password-2")).toBe("[redacted]");
  });
});
