import { expect, test } from "vitest";
import { indentationAt, moveIndentation } from "../../../src/edit/replacement/indentation.ts";

test.each([
  { title: "spaces before the place", text: "a\n    b", offset: 6, spaces: 4 },
  { title: "leading spaces of the line, not those in it", text: "\n  a   b", offset: 7, spaces: 2 },
  { title: "the first line", text: "   a", offset: 3, spaces: 3 },
  { title: "no tabs", text: "\n\ta", offset: 2, spaces: 0 },
  { title: "only what stands before a tab", text: "\n  \t a", offset: 5, spaces: 2 },
  { title: "what follows a carriage return and newline", text: "a\r\n  b", offset: 5, spaces: 2 },
  { title: "nothing after a BOM", text: "\uFEFF  a", offset: 3, spaces: 0 },
  { title: "a newline 512 bytes back", text: `\n  ${"a".repeat(509)}`, offset: 512, spaces: 2 },
  { title: "no newline 513 bytes back", text: `\n  ${"a".repeat(510)}`, offset: 513, spaces: 0 },
  { title: "a first line of 512 bytes", text: `  ${"a".repeat(510)}`, offset: 512, spaces: 2 },
  { title: "no first line of 513 bytes", text: `  ${"a".repeat(511)}`, offset: 513, spaces: 0 },
  { title: "letters of two bytes as two", text: `\n ${"é".repeat(255)}`, offset: 257, spaces: 1 },
  { title: "more than 512 bytes of them", text: `\n  ${"é".repeat(255)}`, offset: 258, spaces: 0 },
  {
    title: "letters of three bytes as three",
    text: `\n ${"名".repeat(170)}`,
    offset: 172,
    spaces: 1,
  },
  { title: "more than 512 bytes of those", text: `\n ${"名".repeat(171)}`, offset: 173, spaces: 0 },
  { title: "emoji as four", text: `\n   ${"😀".repeat(127)}`, offset: 258, spaces: 3 },
  {
    title: "more than 512 bytes of emoji",
    text: `\n    ${"😀".repeat(127)}`,
    offset: 259,
    spaces: 0,
  },
])("the indentation at a place counts $title", ({ text, offset, spaces }) => {
  expect(indentationAt(text, offset)).toBe(spaces);
});

test.each([
  { title: "right, blank lines too", text: "a\nb\n\nc", from: 0, to: 2, moved: "a\n  b\n  \n  c" },
  { title: "left by whole steps only", text: "a\n    b\n  c", from: 4, to: 0, moved: "a\nb\n  c" },
  { title: "left including the first line", text: "  a\n  b", from: 2, to: 0, moved: "a\nb" },
  { title: "nowhere", text: "a\n  b", from: 2, to: 2, moved: "a\n  b" },
  { title: "with their line ends", text: "a\r\n    b\r\n", from: 4, to: 2, moved: "a\r\n  b\r\n" },
])("lines move $title", ({ text, from, to, moved }) => {
  expect(moveIndentation(text, { from, to })).toBe(moved);
});
