import type { SimpleGitOptions } from "simple-git";

/**
 * Lifts every check that simple-git makes of arguments and variables. All arguments are written in this folder, those
 * that switch programs off among them, and the variables (`EDITOR`, `GIT_CONFIG_COUNT`, `GIT_SSH`) are those of the
 * user, for whom git accepts them.
 */
export const ALLOW_EVERYTHING: Required<NonNullable<SimpleGitOptions["unsafe"]>> = {
  allowAbbreviatedOptions: true,
  allowUnsafeAlias: true,
  allowUnsafeAskPass: true,
  allowUnsafeCommandBinaries: true,
  allowUnsafeConfigEnvCount: true,
  allowUnsafeConfigPaths: true,
  allowUnsafeCredentialHelper: true,
  allowUnsafeCustomBinary: true, // The full path of git may have any character.
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
