import { treeOf } from "../../../git/tree-of.ts";
import { treesAround } from "../../../git/trees-around.ts";
import { INPUT_LIMITS } from "../../../model/input-limits.ts";
import type { World } from "../../../model/world.ts";
import { messageOf } from "../../../shared/message-of.ts";
import { isServerAllowed, serverOf } from "../../../shared/server-name.ts";
import { sha256 } from "../../../shared/sha256.ts";
import { userStateOf } from "../../../tree/user-state-of.ts";
import { type LoadingStop, LoadingStopped } from "../loading-stop.ts";
import type { RecipeFault } from "../source-place.ts";
import type { TreeFiles } from "../tree-files.ts";
import { type GitReference, type GitRepository, gitName } from "./git-name.ts";
import type { NamedBy, OpenCommits, OpenedFiles } from "./open-commits.ts";

/** The surroundings of commits of other repositories. */
export interface CommitSetting {
  readonly world: Pick<World, "cwd" | "env" | "user">;
  /** Absolute. */
  readonly root: string;
  /** The servers that files may name. */
  readonly allowHosts: readonly string[];
  readonly loading: LoadingStop;
}

/** The commits of other repositories, by git. */
export class GitCommits implements OpenCommits {
  readonly cwd: string;
  readonly #setting: CommitSetting;
  readonly #opened = new Map<string, OpenedFiles>();

  constructor(setting: CommitSetting) {
    this.cwd = setting.world.cwd;
    this.#setting = setting;
  }

  async open(reference: GitReference, by: NamedBy): Promise<OpenedFiles> {
    const refused = this.#refusal(reference.repository, by);
    if (refused !== undefined) return refused;
    const key = commitName(reference);
    const known = this.#opened.get(key);
    if (known !== undefined) return known;
    const opened = await this.#open(reference);
    this.#opened.set(key, opened);
    return opened;
  }

  filesOf(reference: GitReference): TreeFiles {
    const opened = this.#opened.get(commitName(reference));
    if (opened === undefined || "fault" in opened)
      throw new Error(`${gitName(reference)} is read before its commit was opened.`);
    return opened.files;
  }

  #refusal(repository: GitRepository, by: NamedBy): RecipeFault | undefined {
    const { root, world, allowHosts } = this.#setting;
    const { url, server } = repository;
    if (server === undefined && treeOf(url, treesAround(root, world.env, [])) !== undefined)
      return {
        code: "path-out-of-root",
        fault: `The repository ${url} belongs to the tree, which chooses its commits.`,
        hint: "Name a recipe of the tree by its path, or a clone outside of the tree.",
      };
    if (by === "caller") return undefined;
    if (server === undefined)
      return {
        code: "repository-not-allowed",
        fault: `A file names the repository ${url} of this machine, which only the command line may do.`,
        hint: "Name the recipe on the command line, or let the file name it by its server.",
      };
    if (isServerAllowed(server, allowHosts)) return undefined;
    const name = serverName(repository);
    return {
      code: "host-not-allowed",
      fault: `A file names a repository of the server ${name}, and the caller has not allowed it.`,
      hint: `If a commit may be fetched from there, add --allow-host ${name}.`,
    };
  }

  async #open(reference: GitReference): Promise<OpenedFiles> {
    const { root, world, loading } = this.#setting;
    const { env } = world;
    const { repository, commit } = reference;
    // Loaded when they are needed: few recipes are in other repositories.
    const { openCommit } = await import("../../../git/fetched/open-commit.ts");
    const { CommitFiles } = await import("../commit-files.ts");
    const found = await this.#fetched(reference);
    if (typeof found !== "string") return found;
    const name = `the commit ${commit.slice(0, 7)} of ${repository.url}`;
    const code = "commit-unavailable";
    const hint = `If the copy in ${found} is damaged, remove it: it is fetched again.`;
    try {
      const opened = await openCommit(found, commit, { env, tree: root, signal: loading.signal });
      const pathOf = (path: string) => gitName({ ...reference, path });
      const words = {
        origin: "git",
        name,
        ifUnreadable: { code, hintOf: () => hint },
        pathOf,
      } as const;
      return { files: new CommitFiles(opened, words) };
    } catch (error) {
      loading.check();
      return { code, fault: `${capital(name)} cannot be read: ${messageOf(error).trim()}.`, hint };
    }
  }

  /** Returns the folder of the repository with a commit, which is fetched if it is not there. */
  async #fetched({ repository, commit }: GitReference): Promise<string | RecipeFault> {
    const { root, world, loading } = this.#setting;
    const { FetchedCommits } = await import("../../../cache/fetched-commits.ts");
    const { fetchCommit } = await import("../../../git/fetched/fetch-commit.ts");
    const store = new FetchedCommits(userStateOf(root, world));
    const name = sha256(`${repository.url}\0${commit}`).slice(0, 40);
    const kept = store.find(name);
    if (kept !== undefined) return kept;
    const incoming = store.begin(commit.length === 64 ? "sha256" : "sha1");
    if (incoming === undefined) return NOWHERE;
    try {
      await fetchCommit({ ...repository, commit }, incoming, {
        ...{ env: world.env, tree: root, signal: loading.signal },
        ...{ time: INPUT_LIMITS.fetchTime, bytes: INPUT_LIMITS.fetchedBytes },
      });
      return store.keep(incoming, name);
    } catch (error) {
      store.drop(incoming);
      if (error instanceof LoadingStopped) throw error;
      loading.check();
      return {
        code: "commit-unavailable",
        fault: `The commit ${commit} of ${repository.url} cannot be fetched: ${messageOf(error).trim()}.`,
        hint: HINT,
      };
    }
  }
}

const HINT =
  "Check the address and the id; a commit that no branch or tag reaches may be gone. " +
  "From a server that gives no commit by its id, make a clone outside of the tree, and name its folder.";

const NOWHERE: RecipeFault = {
  code: "commit-unavailable",
  fault: "There is no folder of the user in which a fetched commit could be kept.",
  hint: "Let XDG_STATE_HOME or HOME name a folder of this user alone, outside of the tree.",
};

function commitName({ repository, commit }: GitReference): string {
  return `${repository.url}\0${commit}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Returns the server of a repository, as `--allow-host` takes it; undefined for a folder of this machine. */
export function serverName({ server }: GitRepository): string | undefined {
  return server === undefined ? undefined : serverOf(server);
}
