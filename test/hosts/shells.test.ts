import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { shellWorld } from "../support/shell-world.ts";

const FILES = {
  "recipes/rename.yaml":
    "version: 1\ndescription: One.\nsteps: [{ ast_edit: { rules: [r.yml] } }]\n",
};

describe("completion in shells that come from the system (Debian: zsh, fish)", () => {
  it("zsh completes commands and recipes", () => {
    const script = `compdef() { }
_describe() { print -rl -- "\${(@P)2}" }
_files() { print FILES }
source <(sluice completion zsh)
t() { words=("$@"); CURRENT=$#; _sluice }
t sluice und
t sluice run ren
`;
    const told = execFileSync("zsh", ["-f", "-c", script], {
      ...shellWorld(FILES),
      encoding: "utf8",
    });
    expect(told).toMatch(/^undo:Take a run back.*\nrename:One\.\nFILES\n$/);
  });

  it("fish completes commands and recipes", () => {
    const script = `sluice completion fish | source
complete -C "sluice und"
complete -C "sluice show ren"
`;
    const told = execFileSync("fish", ["--no-config", "-c", script], {
      ...shellWorld(FILES),
      encoding: "utf8",
    });
    expect(told).toMatch(/^undo\t.*\nrename\tOne\.\n$/);
  });
});
