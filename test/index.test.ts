import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import * as library from "../src/index.ts";
import { PROJECT } from "./support/built-command.ts";

/** Prints the scripts that an import of the package reads, and what it exports: the names of classes are their own. */
const IMPORT = `const { Session } = require("node:inspector");
const read = [];
const session = new Session();
session.connect();
session.on("Debugger.scriptParsed", ({ params: { url } }) => read.push(url));
session.post("Debugger.enable");
const isClass = (value) => /^class /.test(value);
import("sluice").then((library) => {
  const exported = Object.entries(library).map(([key, value]) => (isClass(value) ? value.name : key));
  console.log(JSON.stringify({ read, exported }));
});`;

it("is loaded as one bundle, with all its names", () => {
  const printed = execFileSync(process.execPath, ["-e", IMPORT], {
    cwd: PROJECT,
    encoding: "utf8",
  });
  const { read, exported } = JSON.parse(printed);
  expect(exported.sort()).toEqual(Object.keys(library).sort());
  const dist = `${PROJECT}/dist/`;
  const own = read.flatMap((url: string) => {
    const path = url.replace("file://", "");
    return path.startsWith(dist) ? [path.slice(dist.length)] : [];
  });
  const bundle = ["packed.cjs", "packed-library.cjs"];
  expect(own).toEqual(["index.js", "load-packed.cjs", ...bundle]);
  expect(read.filter((url: string) => url.includes("/node_modules/")).length).toBeLessThan(5);
});
