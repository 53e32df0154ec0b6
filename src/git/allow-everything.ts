import type { SimpleGitOptions } from "simple-git";

/**
 * Lifts every check that simple-git makes of arguments and variables. All arguments are written in this folder, and the
 * variables (`EDITOR`, `GIT_CONFIG_COUNT`, `GIT_SSH`) are those of the user, for whom git accepts them.
 */
export const ALLOW_EVERYTHING: Required<
  Omit<NonNullable<SimpleGitOptions["unsafe"]>, "allowUnsafeCustomBinary">
> = {
  // Otherwise the library also forbids abbreviated options to the filters that git starts.
  allowAbbreviatedOptions: true,
  allowUnsafeAlias: true,
  allowUnsafeAskPass: true,
  allowUnsafeCommandBinaries: true,
  allowUnsafeConfigEnvCount: true,
  allowUnsafeConfigPaths: true,
  allowUnsafeCredentialHelper: true,
  allowUnsafeDiffExternal: true,
  allowUnsafeDiffTextConv: true,
  allowUnsafeEditor: true,
  allowUnsafeExec: true,
  allowUnsafeFilter: true,
  allowUnsafeFsMonitor: true,
  allowUnsafeGitProxy: true,
  allowUnsafeGpgProgram: true,
  allowUnsafeHooksPath: true,
  allowUnsafeInclude: true,
  allowUnsafeMergeDriver: true,
  allowUnsafePack: true,
  allowUnsafePager: true,
  allowUnsafeProtocolOverride: true,
  allowUnsafeSshCommand: true,
  allowUnsafeSubmodule: true,
  allowUnsafeTemplateDir: true,
  allowUnsafeUrlRewrite: true,
};
