import { expect, it } from "vitest";
import { createSession, PendingActionStore, queueResolveHandler } from "../../src/index.ts";

const apply = () => ({ content: [] });

it.each<[string, unknown, string]>([
  ["nothing", undefined, "it is of type undefined"],
  ["null", null, "it is null"],
  ["an empty object", {}, "`label` is missing or no text"],
  ["a blank label", { label: " ", sourceToolName: "t", apply }, "`label` is missing or no text"],
  ["no tool", { label: "L", apply }, "`sourceToolName` is missing or no text"],
  ["no apply", { label: "L", sourceToolName: "t" }, "`apply` is missing or no function"],
  [
    "another reject",
    { label: "L", sourceToolName: "t", apply, reject: 1 },
    "`reject` is no function",
  ],
])("R35 refuses %s as an action, and queues nothing", (_what, value, fault) => {
  const session = createSession();
  const words = `This is no action to resolve: ${fault}. It needs \`label\``;
  expect(() => queueResolveHandler(session, value as never)).toThrow(words);
  expect(() => new PendingActionStore().push(value as never)).toThrow(TypeError);
  expect(() => session.standing.set("me", value as never)).toThrow(words);
  expect([session.hasPending, session.standing.current]).toEqual([false, undefined]);
});
