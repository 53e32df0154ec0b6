import { expect, it } from "vitest";
import { parsePushAddress } from "../../../src/git/push/push-address.ts";

it.each([
  ["https://github.com/acme/app.git", "https"],
  ["http://127.0.0.1:3000/app.git", "http"],
  ["http://localhost/app.git", "http"],
  ["ssh://git@example.com:22/app.git", "ssh"],
  ["git@example.com:acme/app.git", "ssh"],
  ["/srv/app.git", "file"],
])("takes %s", (url, protocol) => {
  expect(parsePushAddress(url)).toEqual({ url, protocol });
});

it("takes the folder of a file address", () => {
  const folder = { url: "/srv/a b.git", protocol: "file" };
  expect(parsePushAddress("file:///srv/a%20b.git")).toEqual(folder);
});

it.each([
  ["http://ghe.example.com/app.git", "everybody on the way"],
  ["http://127.0.0.1.example.com/app.git", "everybody on the way"],
  ["https://bot:secret@github.com/app.git", "a name or a password"],
  ["https://token@github.com/app.git", "a name or a password"],
  ["https://github.com/app.git?token=secret", "a `?`"],
  ["git://example.com/app.git", "neither by https nor by ssh"],
  ["ext::sh -c true", "no address"],
  ["ssh://-oProxyCommand=x/app.git", "names no server"],
  ["-oProxyCommand=x:app", "no address"],
  ["host:-x", "no address"],
  ["app.git", "no address"],
  ["https://example.com/a\nb", "control character"],
  ["", "no address"],
])("refuses %s, without what may be secret", (url, why) => {
  const fault = parsePushAddress(url);
  expect(fault).toMatchObject({ message: expect.stringContaining(why) });
  expect(JSON.stringify(fault)).not.toMatch(/secret/);
});
