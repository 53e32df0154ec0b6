import { describe, expect, it } from "vitest";
import { truncateText } from "../../src/shared/truncate-text.ts";

describe("truncateText", () => {
  it.each<[text: string, maxBytes: number, kept: string, dropped: number]>([
    ["abc", 3, "abc", 0],
    ["abc", 2, "ab", 1],
    ["", 0, "", 0],
    ["abc", 0, "", 3],
    ["abc", -5, "", 3],
    ["aé", 3, "aé", 0],
    ["aé", 2, "a", 2],
    ["€€", 5, "€", 3],
    ["a𝄞b", 4, "a", 5],
    ["a𝄞b", 5, "a𝄞", 1],
  ])("T15 cuts %j to %i bytes between two characters", (text, maxBytes, kept, dropped) => {
    expect(truncateText(text, maxBytes)).toEqual({ text: kept, dropped });
  });
});
