import { resolve } from "node:path";
import { packagePlaces } from "../../config/prepare/package-places.ts";
import { createGrammars, type Grammars } from "../../edit/language/grammars.ts";
import { resolveFileRef } from "../../files/refs/resolve-file-ref.ts";
import type { Alert } from "../../model/alert.ts";
import type { ScopeRules } from "../../model/recipe/scope-rules.ts";
import { type AgentToolResult, OUTPUT_CAP, type ToolExecutionContext } from "../../model/tool.ts";
import { ToolError } from "../../model/tool-error.ts";
import type { CommitNote, TextChange, Workspace } from "../../model/workspace.ts";
import { RUN_DEFAULTS } from "../../request/options/request-fields.ts";
import type { RunWorld } from "../../request/request.ts";
import type { Session } from "../../resolve/session.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import { LONGEST_WAIT } from "../../shared/process/longest-wait.ts";
import { RunBudget } from "../../tools/ast-edit/search/run-budget.ts";
import { FileQueue } from "../../tools/changes/file-queue.ts";
import type { ToolRegistry } from "../../tools/tool-registry.ts";
import { createDiskWorkspace } from "../../tree/disk-workspace.ts";
import { startGitListing } from "../../tree/git-listing.ts";
import { createOverlayWorkspace } from "../../tree/overlay-workspace.ts";
import { takeWriting, unfinishedAlert, type Writing } from "../../tree/write/take-writing.ts";
import { createTools } from "./create-tools.ts";
import { type CallContext, callContext } from "./step-tools.ts";

/** The session of some tools, and the tree that they work in. Every field but these two has a default. */
export interface SessionToolsOptions {
  readonly session: Session;
  /** The folder to work in; relative to the working directory, or absolute. */
  readonly root: string;
  /** The files that may be read and written. Default: everything below the root but `.git` and `.sluice`. */
  readonly scope?: Partial<ScopeRules> | undefined;
  /** True: nothing is written; what is applied stays in memory, where later calls see it. Default: false. */
  readonly isDryRun?: boolean | undefined;
  /** The name in the journal of what was applied, instead of a recipe's. Default: `session`. */
  readonly name?: string | undefined;
  /** Folders of packages with grammars. Default: none. */
  readonly packages?: readonly string[] | undefined;
  /** Packages with grammars in the root may be loaded: they are code. Default: false. */
  readonly allowCode?: boolean | undefined;
  /** The longest wait for another run that writes in the root; milliseconds. Default: two minutes. */
  readonly lockTimeout?: number | undefined;
  /** Gets an alert for every file that a call names and cannot read (F6, F15). */
  readonly onAlert?: ((alert: Alert) => void) | undefined;
}

/** The tree that the tools of a session share. */
export class SessionTooling {
  readonly #options: SessionToolsOptions;
  readonly #root: string;
  readonly #workspace: Workspace;
  readonly grammars: Grammars;
  readonly #files: FileQueue;
  readonly #world: RunWorld;
  /** The calls that are running. */
  #calls = 0;

  constructor(options: SessionToolsOptions, world: RunWorld) {
    const { packages = [], allowCode = false, isDryRun = false } = options;
    const { lockTimeout = RUN_DEFAULTS.lockTimeout } = options;
    const root = resolve(world.cwd, options.root);
    const trust = { mode: "all", base: null } as const;
    this.#options = options;
    this.#world = world;
    this.#root = root;
    this.grammars = createGrammars(packagePlaces({ root, packages, allowCode }, trust, world));
    this.#files = new FileQueue(root);
    this.#workspace = openSessionWorkspace({ root, isDryRun, lockTimeout }, world);
  }

  /** Creates the tools of one call; `signal` ends it. */
  tools(signal: AbortSignal = this.#world.interrupted): ToolRegistry {
    return createTools(this.#context(signal));
  }

  /** Reads a text file in scope as a whole. Throws a `ToolError` if it may not be read, or has more bytes. */
  async readText(written: string, most: number): Promise<{ path: string; text: string }> {
    if (this.#calls === 0) this.#workspace.refresh();
    const read = await resolveFileRef(written, this.#context(this.#world.interrupted), {
      cap: most,
    });
    if (read.kind === "refused") throw new ToolError(read.message);
    if (read.kind === "folder") throw new ToolError(`\`${written}\` is a folder.`);
    if (read.total > most)
      throw new ToolError(`\`${written}\` has ${read.total} bytes; at most ${most} are read.`);
    return { path: read.path, text: read.text };
  }

  #context(signal: AbortSignal): CallContext {
    const { session, scope, name = "session", onAlert } = this.#options;
    const { build = "", threads } = this.#world;
    const rules = {
      scope: { include: ["**"], exclude: [], readonly: [], ...definedOnly(scope ?? {}) },
      fileRefs: { mode: "warn", maxBytes: OUTPUT_CAP },
      languageGlobs: [],
      languages: [],
    } as const;
    const step = {
      ...definedOnly({ onAlert }),
      session,
      owner: { recipe: name, step: "call" },
      files: this.#files,
      timeout: LONGEST_WAIT, // Of custom tools, which a session does not have.
      onProgress: () => undefined,
    };
    const search = { build, budget: new RunBudget(), ...definedOnly({ threads }) };
    return callContext(rules, step, {
      world: { root: this.#root, workspace: this.#workspace, stop: { signal } },
      tooling: { grammars: this.grammars, search, extensions: { tools: new Map() } },
    });
  }

  /** Runs a call. What it queues can still be applied after its signal has fired. */
  async call(
    name: string,
    params: unknown,
    context: ToolExecutionContext,
    signal: AbortSignal,
  ): Promise<AgentToolResult> {
    // The caller, or another process, may have changed files since the last call.
    if (this.#calls === 0) this.#workspace.refresh();
    const ended = new AbortController();
    const end = () => ended.abort();
    signal.addEventListener("abort", end);
    if (signal.aborted) end();
    this.#calls += 1;
    try {
      const until = AbortSignal.any([this.#world.interrupted, ended.signal]);
      return await this.tools(until).call(name, params, signal, context);
    } finally {
      this.#calls -= 1;
      signal.removeEventListener("abort", end);
    }
  }
}

/** The root of a session's tools, and the way in which they write. */
interface SessionRoot {
  /** Absolute. */
  readonly root: string;
  /** True: what is applied stays in memory, where later calls see it. */
  readonly isDryRun: boolean;
  /** Milliseconds. */
  readonly lockTimeout: number;
}

/** Opens the workspace of a session. Each action that is applied is a run of its own, which `undo` takes back. */
function openSessionWorkspace(place: SessionRoot, world: RunWorld): Workspace {
  const { root, isDryRun } = place;
  const listing = startGitListing(root, world.env);
  if (isDryRun) return createOverlayWorkspace(root, listing);
  return createDiskWorkspace(
    root,
    (changes, note) => commitAsRun(changes, note, place, world),
    listing,
  );
}

/** Writes all changes or none, under the lock of the root and with a journal. Throws a `ToolError` without the lock. */
async function commitAsRun(
  changes: readonly TextChange[],
  note: CommitNote,
  { root, lockTimeout }: SessionRoot,
  world: RunWorld,
): Promise<void> {
  const { env, interrupted: signal } = world;
  const listing = startGitListing(root, env);
  const asked = { root, command: "session", lockTimeout, signal, listing };
  const writing = await takeWriting(asked, world);
  if (writing.kind !== "writing") throw new ToolError(`Nothing was written: ${writing.message}`);
  try {
    await commitIn(writing, changes, note, world);
    await writing.prune();
  } finally {
    await writing.release();
  }
}

async function commitIn(
  writing: Writing,
  changes: readonly TextChange[],
  note: CommitNote,
  { now, newRunId, emit }: RunWorld,
): Promise<void> {
  const id = writing.freeRunId(newRunId());
  const startedAt = new Date(now()).toISOString();
  const recipes = note.recipe === undefined ? [] : [note.recipe];
  const journal = writing.journal({ id, command: "session", startedAt, recipes });
  try {
    await journal.commit(changes, note);
  } catch (error) {
    await journal.close().catch(() => undefined); // The first error counts; `recover` ends the run.
    throw error;
  }
  const unfinished = await journal.close();
  if (unfinished !== undefined)
    emit({ type: "log", level: "warn", message: unfinishedAlert(unfinished).message });
}
