import { CI_SYSTEMS } from "../shared/ci/ci-systems.ts";

/**
 * Names of files by the program that reads them, in small letters for folded paths, in the syntax of
 * `createNameMatcher`. Several are separated by white space.
 */
export type NamesByReader = Readonly<Record<string, string>>;

/**
 * Manifests, and settings by which package managers and build tools choose servers, versions and plugins, or start
 * commands. Not `package.json`: of it only some keys count (the fact `packageScripts`).
 */
export const PACKAGE_NAMES: NamesByReader = {
  npm: ".npmrc .nvmrc .node-version package.yaml package.json5 bower.json",
  yarn: ".yarnrc* .yarn/ .pnp.cjs .pnp.loader.mjs",
  pnpm: ".pnpmfile.* pnpmfile.* pnpm-workspace.yaml",
  bun: "bunfig.toml .bunfig.toml",
  deno: "deno.json deno.jsonc jsr.json jsr.jsonc",
  "monorepos of JavaScript": "lerna.json nx.json turbo.json turbo.jsonc rush.json .moon/",
  "tool versions": "mise*.toml .mise*.toml .mise/ mise/config.toml .tool-versions .sdkmanrc",
  Python: `pyproject.toml setup.py setup.cfg requirements*.txt *requirements.txt requirements*.in *requirements.in
    requirements/*.txt requirements/*.in constraints*.txt pipfile pip.conf pip.ini .pypirc .python-version
    uv.toml pdm.toml .pdm.toml poetry.toml hatch.toml pixi.toml tox.ini environment.yml environment.yaml`,
  Rust: "cargo.toml .cargo/config .cargo/config.toml rust-toolchain rust-toolchain.toml",
  Go: "go.mod go.work vendor/modules.txt .go-version",
  Ruby: "gemfile gems.rb *.gemspec .gemrc .bundle/config .ruby-version rakefile",
  PHP: "composer.json",
  "Java and Kotlin": `pom.xml .mvn/ mvnw mvnw.cmd ivy.xml build.xml .java-version
    *.gradle *.gradle.kts gradle.properties *.versions.toml gradle/wrapper/ gradlew gradlew.bat`,
  Scala: "*.sbt project/build.properties build.sc build.mill",
  Clojure: "project.clj deps.edn bb.edn",
  ".NET": `nuget.config packages.config *.csproj *.fsproj *.vbproj *.sln *.slnx *.targets
    directory.build.props directory.packages.props dotnet-tools.json paket.dependencies`,
  Swift: "package.swift podfile *.podspec cartfile brewfile",
  Dart: "pubspec.yaml pubspec_overrides.yaml melos.yaml",
  Elixir: "mix.exs",
  Erlang: "rebar.config",
  Haskell: "*.cabal cabal.project stack.yaml",
  OCaml: "*.opam dune-project",
  Julia: "project.toml",
  Perl: "cpanfile makefile.pl build.pl",
  Lua: "*.rockspec",
  Elm: "elm.json",
  Crystal: "shard.yml",
  Nim: "*.nimble",
  Zig: "build.zig.zon",
  D: "dub.json dub.sdl",
  "C and C++": "conanfile.txt conanfile.py vcpkg.json vcpkg-configuration.json",
  Bazel: "module.bazel workspace workspace.bazel .bazelrc .bazelversion",
  Nix: "flake.nix shell.nix default.nix devenv.nix devbox.json",
  "task runners": "makefile gnumakefile justfile .justfile taskfile.yml taskfile.yaml procfile",
};

/** Files by which CI systems other than GitHub Actions, hosts and bots decide on the commands of a job; actions. */
export const CI_NAMES: NamesByReader = {
  ...Object.fromEntries(CI_SYSTEMS.map(({ id, files = "" }) => [id, files])),
  "GitHub Actions": "action.yml action.yaml",
  "other systems":
    ".tekton/ wercker.yml .concourse/ .harness/ .zuul.yaml .zuul.d/ dagger.json earthfile",
  "documentation hosts": ".readthedocs.yaml .readthedocs.yml readthedocs.yml readthedocs.yaml",
  "hosts of applications": `amplify.yml heroku.yml render.yaml fly.toml railway.json railway.toml
    wrangler.toml wrangler.json wrangler.jsonc firebase.json skaffold.yaml tiltfile .ebextensions/`,
  releases: `.goreleaser.yml .goreleaser.yaml goreleaser.yml goreleaser.yaml .releaserc* release.config.*
    .release-it.* release-plz.toml`,
  bots: `renovate.json renovate.json5 .renovaterc .renovaterc.json .renovaterc.json5
    .mergify.yml .mergify/ bors.toml .kodiak.toml .pullapprove.yml`,
};

/** Instructions and settings of coding agents, and of editors that start commands, or work where it is told. */
export const AGENT_NAMES: NamesByReader = {
  "several agents": `agents.md agent.md agents.override.md agents.local.md .agents/ .rules .mcp.json mcp.json .mcp/
    .aiignore .aiexclude .ruler/`,
  Claude: "claude.md claude.local.md .claude/",
  Codex: "codex.md .codex/",
  Gemini: "gemini.md .gemini/ .geminiignore",
  Copilot: "copilot-instructions.md",
  Cursor: ".cursor/ .cursorrules* .cursorignore* .cursorindexingignore",
  Windsurf: ".windsurf/ .windsurfrules* .codeium/ .codeiumignore",
  "Cline, Roo, Kilo":
    ".clinerules/ .clinerules* .roo/ .roorules* .roomodes .kilocode/ .kilocodemodes .kilocoderules*",
  Aider: ".aider*",
  "other agents": `warp.md qwen.md crush.md .crush/ crush.json .crush.json .continue/ .continuerc.json .kiro/ .junie/
    .augment/ .opencode/ opencode.json opencode.jsonc .qwen/ .goosehints .goose/ .trae/ .amazonq/ .openhands/ .factory/
    .jules/ .devin/ .tabnine/ .firebender/ firebender.json replit.md`,
  "VS Code": ".vscode/ *.code-workspace",
  JetBrains: ".idea/ .run/ .fleet/",
  "Visual Studio": ".vs/ tasks.vs.json launch.vs.json",
  Zed: ".zed/",
  Vim: ".exrc .vimrc .nvim.lua .nvimrc .lvimrc",
  Emacs: ".dir-locals.el .dir-locals-2.el",
  Helix: ".helix/",
  "Sublime Text": "*.sublime-project *.sublime-build",
  Eclipse: ".externaltoolbuilders/",
  "editors in containers": `.devcontainer/ .devcontainer.json .gitpod.yml .gitpod.dockerfile .gitpod/ .ona/
    .codesandbox/ sandbox.config.json .stackblitzrc .replit replit.nix .idx/ .daytona.yaml`,
};
