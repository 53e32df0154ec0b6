import { describe, expect, it } from "vitest";
import { serverName } from "../../../../src/config/sources/git/git-commits.ts";
import { gitName } from "../../../../src/config/sources/git/git-name.ts";
import { parseGitReference } from "../../../../src/config/sources/git/git-reference.ts";

const ID = "a".repeat(40);

const parse = (written: string) => parseGitReference(written, "/work");

describe("the name of a file in a commit", () => {
  it.each<[url: string, protocol: string, server: string | undefined]>([
    ["https://example.com/acme/codemods.git", "https", "example.com"],
    ["https://example.com:8443/codemods", "https", "example.com:8443"],
    ["ssh://git@example.com/acme/codemods.git", "ssh", "example.com"],
    ["ssh://git@example.com:22/codemods.git", "ssh", "example.com"],
    ["ssh://git@Example.com:2222/codemods.git", "ssh", "example.com:2222"],
    ["git@example.com:acme/codemods.git", "ssh", "example.com"],
    ["example.com:codemods", "ssh", "example.com"],
    ["http://127.0.0.1:8080/codemods", "http", "127.0.0.1:8080"],
    ["/srv/a@b:c/codemods", "file", undefined],
  ])("has the repository %s", (url, protocol, server) => {
    const reference = parse(`${url}@${ID.toUpperCase()}:recipes//strict.yaml`);
    if ("fault" in reference) throw new Error(reference.fault);
    expect(reference).toMatchObject({ commit: ID, path: "recipes/strict.yaml" });
    expect(reference.repository).toMatchObject({ url, protocol });
    expect(serverName(reference.repository)).toBe(server);
    expect(parse(gitName(reference).slice("git:".length))).toEqual(reference);
  });

  it.each([
    ["file:///srv/code%20mods", "/srv/code mods"],
    ["./clone", "/work/clone"],
    ["..", "/"],
  ])("has the folder %s by its absolute path", (url, folder) => {
    expect(parse(`${url}@${"b".repeat(64)}:x`)).toMatchObject({
      repository: { url: folder, protocol: "file", server: undefined },
    });
  });

  it.each<[written: string, fault: string]>([
    [`https://example.com/x@main:a.yaml`, "by its whole id"],
    [`https://example.com/x@${ID.slice(1)}:a.yaml`, "by its whole id"],
    [`https://example.com/x@${ID}a:a.yaml`, "by its whole id"],
    [`https://example.com/x@${ID}`, "by its whole id"],
    [`@${ID}:a.yaml`, "by its whole id"],
    [`git@example.com:x:a.yaml`, "by its whole id"],
    [`https://example.com/x@${ID}:../a.yaml`, "leaves the commit"],
    [`https://example.com/x@${ID}:/etc/a.yaml`, "is absolute"],
    [`https://example.com/x@${ID}:a\u001b.yaml`, "control character"],
    [`https://example.com/x\n@${ID}:a.yaml`, "control character"],
    [`https://me@example.com/x@${ID}:a.yaml`, "a name or a password"],
    [`https://:secret@example.com/x@${ID}:a.yaml`, "a name or a password"],
    [`ssh://git:secret@example.com/x@${ID}:a.yaml`, "a name or a password"],
    [`me:secret@example.com:x@${ID}:a.yaml`, "a name or a password"],
    [`me:sec/secret@example.com:x@main:a.yaml`, "by its whole id"],
    [`https://example.com/x?token=secret@${ID}:a.yaml`, "`?` or a `#`"],
    [`http://example.com/x@${ID}:a.yaml`, "neither by https nor by ssh"],
    [`http://127.0.0.1.example.com/x@${ID}:a.yaml`, "neither by https nor by ssh"],
    [`git://example.com/x@${ID}:a.yaml`, "neither by https nor by ssh"],
    [`ext::sh -c id@${ID}:a.yaml`, "helper of git"],
    [`fd::17@${ID}:a.yaml`, "helper of git"],
    [`--upload-pack=id@${ID}:a.yaml`, "no address"],
    [`-oProxyCommand=id:x@${ID}:a.yaml`, "no address"],
    [`host:--upload-pack=id@${ID}:a.yaml`, "no address"],
    [`host:-x@${ID}:a.yaml`, "no address"],
    [`ssh://-oProxyCommand=id/x@${ID}:a.yaml`, "names no server"],
    [`ssh://-l@example.com/x@${ID}:a.yaml`, "names no server"],
    [`ssh://a%00b/x@${ID}:a.yaml`, "names no server"],
    [`clone@${ID}:a.yaml`, "no address"],
    [`file://server/share@${ID}:a.yaml`, "no folder of this machine"],
    [`https://example.com/${"x".repeat(3000)}@${ID}:a.yaml`, "too long"],
  ])("is refused as %s", (written, fault) => {
    const refused = parse(written);
    expect("fault" in refused && refused.fault).toContain(fault);
    expect(JSON.stringify(refused)).not.toContain("secret");
  });
});
