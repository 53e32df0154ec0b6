import { expect, it } from "vitest";
import { edgeText } from "../../src/policy/edge-text.ts";

it.each([
  ["2026-12-20", "2026-12-20 (2026-12-20T00:00:00Z)"],
  ["2026-12-20T00:00:00Z", "2026-12-20T00:00:00Z"],
  ["2026-12-20T00:00Z", "2026-12-20T00:00Z"],
])("adds the instant to an edge that is written as %s only if that says more", (written, text) => {
  expect(edgeText({ written, at: Date.UTC(2026, 11, 20) })).toBe(text);
});
