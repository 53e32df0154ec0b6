import { describe, expect, it } from "vitest";
import { isServerAllowed, parseServer } from "../../src/shared/server-name.ts";

describe("the name of a server that a caller allows", () => {
  it.each([
    ["api.example.com", "api.example.com"],
    ["API.Example.COM.", "api.example.com"],
    ["api.example.com:8080", "api.example.com:8080"],
    ["api.example.com:080", "api.example.com:80"],
    ["bücher.example", "xn--bcher-kva.example"],
    ["127.0.0.1:11434", "127.0.0.1:11434"],
    ["127.1", "127.0.0.1"],
    ["[::1]:8080", "[::1]:8080"],
    ["[0:0:0:0:0:0:0:1]", "[::1]"],
    ["localhost", "localhost"],
  ])("%s is read as %s", (written, expected) => {
    expect(parseServer(written)).toBe(expected);
  });

  it.each([
    "",
    ".",
    "*",
    "*.example.com",
    "https://example.com",
    "example.com/",
    "example.com/v1",
    "example.com?x",
    "example.com#x",
    "user@example.com",
    "user:pass@example.com",
    "example.com\\@evil.example",
    "example.com:0",
    "example.com:65536",
    "example.com:",
    "::1",
    "[::1",
    "[fe80::1%eth0]",
    "a b",
    "a\nb",
    "exa%6dple.com",
  ])("%j is refused", (written) => {
    expect(parseServer(written)).toBeUndefined();
  });
});

describe("a server", () => {
  const isAllowed = (address: string, ...entries: string[]) =>
    isServerAllowed(
      new URL(address),
      entries.map((entry) => parseServer(entry) ?? "invalid"),
    );

  it.each([
    ["https://models.example/v1", "models.example"],
    ["https://models.example:443/v1", "models.example"],
    ["https://models.example/v1", "models.example:443"],
    ["https://MODELS.example./v1", "models.EXAMPLE"],
    ["https://models.example:8443/v1", "models.example:8443"],
    ["http://models.example/v1", "models.example:80"],
    ["http://127.0.0.1:11434/v1", "127.0.0.1:11434"],
    ["http://2130706433:11434/v1", "127.0.0.1:11434"],
    ["http://[::1]:8080/v1", "[0::1]:8080"],
  ])("at %s is allowed by %s", (address, entry) => {
    expect(isAllowed(address, entry)).toBe(true);
  });

  it.each([
    ["https://models.example/v1", "example"],
    ["https://models.example.evil.example/v1", "models.example"],
    ["https://evil-models.example/v1", "models.example"],
    ["https://models.example:8443/v1", "models.example"],
    ["https://models.example/v1", "models.example:8443"],
    ["https://models.example/v1", "models.example:80"],
    ["http://models.example/v1", "models.example"],
    ["http://models.example:443/v1", "models.example"],
    ["http://localhost:11434/v1", "127.0.0.1:11434"],
    ["http://127.0.0.1:11434/v1", "localhost:11434"],
    ["http://127.0.0.1:11434/v1", "127.0.0.1"],
    ["http://[::ffff:127.0.0.1]:11434/v1", "127.0.0.1:11434"],
    ["https://models.example@evil.example/v1", "models.example"],
  ])("at %s is not allowed by %s", (address, entry) => {
    expect(isAllowed(address, entry)).toBe(false);
  });
});
