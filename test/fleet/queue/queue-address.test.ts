import { expect, it } from "vitest";
import { parseQueueAddress } from "../../../src/fleet/queue/queue-address.ts";

it.each([
  ["redis://127.0.0.1", "redis", "redis://127.0.0.1"],
  ["redis://:geheim%21x@host:6380/2", "redis", "redis://host:6380/2"],
  ["rediss://user:geheim!x@host", "redis", "rediss://host"],
  [
    "postgres://user:geheim!x@host:5433/jobs?sslmode=require",
    "postgres",
    "postgres://host:5433/jobs",
  ],
  ["postgresql://host/jobs?password=geheim!x", "postgres", "postgresql://host/jobs"],
])("the address %s of a queue is shown without its password", (text, kind, shown) => {
  const address = parseQueueAddress(text);
  expect(address).toMatchObject({ kind, shown, url: text });
  if ("secrets" in address && text.includes("geheim"))
    expect(address.secrets).toContain("geheim!x");
});

it.each([
  "",
  "redis",
  "redis://",
  "http://:geheim@host",
  "redis:geheim@host",
  "host:6379",
  "postgres:///x",
])("%j is refused as the address of a queue, and not quoted", (text) => {
  const parsed = parseQueueAddress(text);
  expect(parsed).toHaveProperty("fault");
  expect(JSON.stringify(parsed)).not.toContain("geheim");
});
