import { expect, it } from "vitest";
import { MessageLines } from "../../src/mcp/message-lines.ts";

/** Returns what comes of pieces of an input, with lines of at most 1000 code units. */
function linesOf(...pieces: readonly string[]) {
  const lines = new MessageLines(1000);
  return pieces.flatMap((piece) => [...lines.take(Buffer.from(piece))]);
}

const line = (text: string) => ({ kind: "line", text });

it("lines end where they end, however the input is cut, and empty ones say nothing", () => {
  expect(linesOf("a\nb", "c\n", "\n  \r\n", "d")).toEqual([line("a"), line("bc")]);
  const [first, second] = [Buffer.from("é\n").subarray(0, 1), Buffer.from("é\n").subarray(1)];
  const lines = new MessageLines(1000);
  expect([...lines.take(first), ...lines.take(second)]).toEqual([line("é")]);
});

it.each([
  [`{"jsonrpc":"2.0","id":7,"method":"m","params":"LONG"}`, "7"],
  [`{"method":"m","params":"LONG","jsonrpc":"2.0","id":"a-1"}`, `"a-1"`],
  [`{"params":"LONG","id":12,"jsonrpc":"2.0"}`, "12"],
  [`{"params":{"x":"LONG","id":3}}`, undefined],
  [`LONG`, undefined],
])("a line that is too long is told with the id of its request, if it has one: %s", (text, id) => {
  const long = text.replace("LONG", "x".repeat(5000));
  const pieces = [long.slice(0, 900), long.slice(900, 3000), `${long.slice(3000)}\n`, "next\n"];
  expect(linesOf(...pieces)).toEqual([{ kind: "too-long", id }, line("next")]);
});
