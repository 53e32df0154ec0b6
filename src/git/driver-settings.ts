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

/** The exit code of git if no setting is found. */
export const NO_DRIVERS = 1;

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
