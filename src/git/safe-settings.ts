import { devNull } from "node:os";

/** Empty, it takes back the helpers named before. */
const NO_HELPERS = "credential.helper=";

/**
 * The settings of each call of git, which beat those of the repository and of the user: a question to git runs nothing,
 * asks no server, and its answer depends on no taste. The configuration of a checkout may be a stranger's, and so may
 * attributes of the tree. Drivers with a name (`filter.<name>`) are switched off one by one: see `driversOff`.
 */
const SETTINGS = [
  "core.quotePath=false", // Names without quotes.
  "safe.bareRepository=explicit", // A folder of the tree that looks like a repository is none.
  `core.hooksPath=${devNull}`,
  "core.fsmonitor=false",
  "core.pager=cat",
  "core.editor=false",
  "core.sshCommand=false",
  "core.gitProxy=",
  "core.askPass=false",
  "core.alternateRefsCommand=false",
  NO_HELPERS,
  "diff.external=",
  "gpg.program=false",
  "gpg.ssh.program=false",
  "gpg.ssh.defaultKeyCommand=false",
  "gpg.x509.program=false",
  "log.showSignature=false",
  "protocol.allow=never",
  "submodule.recurse=false",
  "maintenance.auto=false",
  "gc.auto=0",
  "advice.graftFileDeprecated=false", // A hint on standard error.
];

/** The arguments of each call of git, before the command. */
export const SAFE_ARGUMENTS: readonly string[] = [
  ...SETTINGS.flatMap((setting) => ["-c", setting]),
  "--no-pager",
  "--no-literal-pathspecs", // Patterns are patterns.
];

/** Returns arguments of git with which the helpers that the user has set give credentials. */
export function withHelpers(args: readonly string[]): readonly string[] {
  const at = args.indexOf(NO_HELPERS);
  return at === -1 ? args : [...args.slice(0, at - 1), ...args.slice(at + 1)];
}

/**
 * The variables of each call of git. No protocol is allowed, so that a missing object of a partial clone is an error:
 * the setting `protocol.<name>.allow` of a repository would beat `protocol.allow`, and this variable beats both. An
 * object is the one of its id: `refs/replace` and grafts put others in their place.
 */
export const SAFE_VARIABLES = {
  GIT_ALLOW_PROTOCOL: ":", // A list without a name. Windows knows no empty variables.
  GIT_GRAFT_FILE: devNull,
  GIT_NO_LAZY_FETCH: "1",
  GIT_NO_REPLACE_OBJECTS: "1",
  GIT_OPTIONAL_LOCKS: "0", // A question never writes to the index.
  GIT_TERMINAL_PROMPT: "0",
  // Warnings are read (unlisted-folders.ts), names of files stay as they are, and expressions match bytes
  // (files-without.ts).
  LC_ALL: "C",
} as const;

/** Commands that show differences; each starts programs that attributes name, unless it is told not to. */
const SHOWS_DIFFERENCES = /^(diff|diff-files|diff-index|diff-tree|format-patch|log|show)$/;

/** Returns the arguments of a command of git with those that keep it from starting programs for differences. */
export function withoutPrograms([command = "", ...rest]: readonly string[]): readonly string[] {
  if (SHOWS_DIFFERENCES.test(command)) return [command, "--no-ext-diff", "--no-textconv", ...rest];
  return command === "blame" ? [command, "--no-textconv", ...rest] : [command, ...rest];
}

/** The settings of a driver that name programs, and the values that switch them off. */
const HARMLESS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  filter: { clean: "", smudge: "", process: "", required: "false" },
  diff: { command: "", textconv: "" },
  merge: { driver: "false" },
};

const KEYS = Object.entries(HARMLESS).map(
  ([section, settings]) => `${section}\\..*\\.(${Object.keys(settings).join("|")})`,
);

/** The question for the names of all configured drivers, of the repository and of the user; it runs nothing. */
export const DRIVERS_QUESTION: readonly string[] = [
  ...["config", "--null", "--name-only", "--includes"],
  ...["--get-regexp", `^(${KEYS.join("|")})$`],
];

/** Arguments before the command of git, and variables that they name. */
interface DriverSettings {
  readonly args: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
}

/**
 * Returns settings that switch off every driver in the answer to {@link DRIVERS_QUESTION}: filters, and programs for
 * differences and merges. The content of a file is then the one on the disk, and not the one that a filter makes of it.
 */
export function driversOff(answer: string): DriverSettings {
  const drivers = new Set(answer.split("\0").map((key) => key.slice(0, key.lastIndexOf("."))));
  const args: string[] = [];
  const variables: Record<string, string> = {};
  for (const driver of drivers) {
    const settings = HARMLESS[driver.slice(0, driver.indexOf("."))] ?? {};
    for (const [key, value] of Object.entries(settings)) {
      const name = `${driver}.${key}`;
      if (!name.includes("=")) args.push("-c", `${name}=${value}`);
      else {
        // `-c` would end the name at its first `=`. This option ends it at the last one, and takes a variable.
        const variable = value === "" ? "SLUICE_EMPTY" : "SLUICE_FALSE";
        variables[variable] = value;
        args.push(`--config-env=${name}=${variable}`);
      }
    }
  }
  return { args, variables };
}
