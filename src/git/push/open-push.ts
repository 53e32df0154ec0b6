import { resolve } from "node:path";
import { messageOf } from "../../shared/message-of.ts";
import { redactor } from "../../shared/redact.ts";
import { fetchVariables } from "../fetched/fetch-settings.ts";
import { readRegularFile } from "../read-regular-file.ts";
import { type Environment, gitIn } from "../run-git.ts";
import type { PushAddress } from "./push-address.ts";

/** The token of the caller, and the name that the forge wants with it: `x-access-token` or `oauth2`. */
interface PushCredentials {
  readonly user: string;
  readonly token: string;
}

/** The surroundings of pushes to one repository. */
export interface PushOptions {
  readonly address: PushAddress;
  /** Sent by https, and by http on this machine; ssh has its keys. */
  readonly credentials?: PushCredentials | undefined;
  /** A folder of the work tree that has the commits; absolute. */
  readonly root: string;
  /** Makes a folder with these files, outside of the work tree, that only this user may enter. */
  readonly makeFolder: (files: Readonly<Record<string, string | Uint8Array>>) => Promise<OwnFolder>;
  readonly env: Environment;
  readonly signal: AbortSignal;
  /** Milliseconds of one call. */
  readonly time?: number;
}

interface OwnFolder {
  readonly folder: string;
  readonly remove: () => Promise<void>;
}

/** The way to a repository. */
export interface Push {
  readonly url: string;
  /** Runs git with the commits of the work tree, and nothing else of its repository. Never rejects. */
  readonly run: (args: readonly string[]) => Promise<PushAnswer>;
  /** Removes the folder. */
  readonly close: () => Promise<void>;
}

/** The answer of one call, without the token. */
export interface PushAnswer {
  readonly output: string;
  readonly errors: string;
  /** True if git ended with 0. */
  readonly isDone: boolean;
}

/** Enough for a list of some hundred branches with what a server says of them. */
const MAX_OUTPUT = 16 * 1024 * 1024;
const DEFAULT_TIME = 600_000;
/** A million commits at which a clone ends. */
const MAX_SHALLOW = 64 * 1024 * 1024;

/**
 * Opens the way to a repository: an empty repository in a folder, with the objects of the one around `root`. Git reads
 * no configuration but its own: that of a checkout, which may be a stranger's, could send the branches and the token to
 * another server (`url.*.insteadOf`, `remote.*.pushurl`), and no option takes that back. Of the user's own
 * configuration nothing counts either; the variables of the process do: `HTTPS_PROXY`, `GIT_SSL_CAINFO`,
 * `GIT_SSH_COMMAND`. The caller closes it. Rejects if `root` is in no repository.
 */
export async function openPush(options: PushOptions): Promise<Push> {
  const { address, credentials, root, env, signal, time = DEFAULT_TIME } = options;
  const { objects, files } = await repositoryFor(options);
  const { folder, remove } = await options.makeFolder(files);
  const untraced = Object.entries(env).filter(([name]) => !TRACES.test(name));
  const environment = Object.fromEntries(untraced);
  const header = credentials === undefined ? undefined : basic(credentials);
  const redact = redactor(header === undefined ? [] : [credentials?.token ?? "", header]);
  const variables = {
    ...fetchVariables(address.protocol),
    GIT_OBJECT_DIRECTORY: objects,
    ...(header === undefined ? {} : headerVariables(address, header)),
  };
  const settings = address.protocol === "http" ? [...SETTINGS, "http.proxy="] : SETTINGS;
  return {
    url: address.url,
    close: remove,
    async run(args) {
      const chunks: Buffer[] = [];
      let errors = "";
      const git = gitIn(folder, environment, {
        ...{ tree: root, settings, variables, signal, time, output: MAX_OUTPUT },
        onBytes: (bytes) => void chunks.push(bytes),
        onWarning: (text) => {
          errors = text;
        },
      });
      const failure = await git(args).then(() => undefined, whyFailed);
      const output = Buffer.concat(chunks).toString();
      return redact({ output, errors: failure ?? errors, isDone: failure === undefined });
    },
  };
}

/** Variables by which git writes down what it sends, or its settings: the token is among both. */
const TRACES = /^GIT_(TRACE|CURL_VERBOSE)/i;

/** The settings of a push, which beat `SAFE_ARGUMENTS`: only what is asked for is pushed, to this address only. */
const SETTINGS: readonly string[] = [
  "core.sshCommand=ssh -oBatchMode=yes -oConnectTimeout=20",
  "http.followRedirects=false",
  "http.lowSpeedLimit=1",
  "http.lowSpeedTime=120", // Hooks of a server take their time.
  "protocol.version=2",
  "push.default=nothing",
  "push.followTags=false",
  "push.gpgSign=false",
  "push.negotiate=true", // Otherwise all history is sent if the base has moved on the server.
  "push.recurseSubmodules=no",
];

function whyFailed(error: unknown): string {
  const isMissing = (error as NodeJS.ErrnoException).code === "ENOENT";
  return isMissing ? "git is not installed" : messageOf(error);
}

function basic({ user, token }: PushCredentials): string {
  return Buffer.from(`${user}:${token}`).toString("base64");
}

/** Every process of this machine may see arguments, and the repository is on the disk: the token is in neither. */
function headerVariables({ url, protocol }: PushAddress, header: string): Record<string, string> {
  if (protocol !== "https" && protocol !== "http") return {};
  return {
    GIT_CONFIG_COUNT: "1",
    GIT_CONFIG_KEY_0: `http.${url}.extraHeader`,
    GIT_CONFIG_VALUE_0: `Authorization: Basic ${header}`,
  };
}

/**
 * Returns the folder of the objects, and the files of a repository for them: those of `git init`, without templates.
 */
async function repositoryFor({ root, env, signal }: PushOptions) {
  const question = ["--git-path", "objects", "--git-path", "shallow", "--show-object-format"];
  const answer = await gitIn(root, env, { signal })(["rev-parse", ...question]);
  const [objects = "", shallow = "", format = ""] = answer.split("\n");
  const isOld = format === "sha1";
  const extension = isOld ? "" : `[extensions]\n\tobjectFormat = ${format}\n`;
  const ends = readIfThere(resolve(root, shallow)); // The commits of which the parents are missing.
  const files = {
    ".git/HEAD": "ref: refs/heads/none\n",
    ".git/config": `[core]\n\trepositoryformatversion = ${isOld ? 0 : 1}\n\tbare = false\n${extension}`,
    ".git/refs/.none": "", // Git knows a repository by this folder.
    ...(ends === undefined ? {} : { ".git/shallow": ends }),
  };
  return { objects: resolve(root, objects), files };
}

function readIfThere(path: string): Buffer | undefined {
  try {
    return readRegularFile(path, MAX_SHALLOW);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
