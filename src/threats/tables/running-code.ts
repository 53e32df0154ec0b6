// Longer than 200 lines because it is one table.
import { longRegex } from "../code/long-regex.ts";
import type { TextRule } from "../code/rule-finder.ts";

/** The files of JavaScript and TypeScript, and those with parts in it. */
export const SCRIPTS = /\.([cm]?[jt]sx?|vue|svelte|astro|mdx)$/i;
const PYTHON = /\.(pyw?|ipynb|bzl)$/;
const GO = /\.go$/;
const RUST = /\.rs$/;
const RUBY = /\.(rb|rake|gemspec)$|(^|\/)(Rakefile|Gemfile)$/;
const PHP = /\.php$/;
const JVM = /\.(java|kts?|scala|groovy|gradle)$/;
const NET = /\.(cs|fs|vb|ps1)$/;

/** Files whose lines, or whose values, a shell runs. */
const SHELL = longRegex(
  "i",
  String.raw`\.(sh|bash|zsh|ksh|command|bats|mk|ya?ml)$|(^|/)(Dockerfile[^/]*|[^/]*\.dockerfile|`,
  String.raw`Makefile|Jenkinsfile|Vagrantfile|Procfile|package\.json|\.husky/[^/]+)$`,
);

const ANYWHERE = ["code", "literal"] as const;

/** Modules of JavaScript that start programs or run text. */
export const PROGRAMS =
  "child_process|worker_threads|cluster|vm|inspector|execa|cross-spawn|shelljs|zx|vm2|isolated-vm|node-pty";

/** Modules of JavaScript that talk to others. */
export const NETWORKS =
  "https?|http2|net|tls|dgram|dns(?:/promises)?|axios|got|node-fetch|undici|ky|superagent|request|" +
  "ws|socket\\.io-client|nodemailer|ssh2|phin|needle";

/** What starts programs in the module `os` of Python. */
const STARTED = "system|popen|exec[lv]p?e?|spawn[lv]p?e?|posix_spawn\\w{0,1}";

/** The beginning of an import in Python, with the modules before one in a list. */
const IMPORT = "(?:import|from)[ \\t]{1,4}(?:[\\w.]{1,60}(?: as \\w{1,60})?[ ]{0,4},[ ]{0,4}){0,9}";

function imported(modules: string): RegExp {
  return new RegExp(
    `\\b(?:from|require|import)\\s{0,9}\\(?\\s{0,9}["'\`](?:node:)?(?:${modules})["'\`]`,
    "g",
  );
}

function calls(names: string, before = "(?<![\\w$.])"): RegExp {
  return new RegExp(`${before}(?:${names})\\s{0,9}\\(`, "g");
}

/** Code that runs text as code, starts programs, loads what it names later, or talks to others. */
export const RUNNING_CODE: readonly TextRule[] = [
  {
    name: "eval",
    regex: /(?<![\w$.])eval(?=\s{0,9}(?:[(),;}\]|&]|\?|\.(?:call|apply|bind)\b)|\s{0,9}$)/gm,
    paths: SCRIPTS,
  },
  {
    name: "eval",
    regex:
      /\beval(?=\s?:\s?[\w$]{1,60}[^{}\n]{0,80}\}\s?=\s?(?:window|globalThis|self|global|top)\b)/g,
    paths: SCRIPTS,
  },
  {
    name: "eval",
    regex: /\b(?:window|globalThis|self|global|top)\s?\??\.\s?eval\b/g,
    paths: SCRIPTS,
  },
  { name: "eval", regex: /\[\s?["'`](?:eval|Function)["'`]\s?\]/g, paths: SCRIPTS },
  {
    name: "new Function",
    regex: longRegex(
      "g",
      String.raw`(?<![\w$.])new\s{1,9}Function\b|(?<![\w$.]|function )Function(?:\s?\(|\.(?:call|apply|bind)\b)|`,
      String.raw`\b(?:const|let|var)\s{1,9}[\w$]{1,60}\s?=\s?Function\b|\bReflect\.\w{5,9}\(\s?Function\b`,
    ),
    paths: SCRIPTS,
  },
  {
    name: "new Function",
    regex: /\.constructor\s?\.\s?constructor\b|\.constructor\(\s?["'`]/g,
    paths: SCRIPTS,
  },
  {
    name: "code in a timer",
    regex: /\bset(?:Timeout|Interval|Immediate)\s?\(\s{0,9}["'`]/g,
    paths: SCRIPTS,
  },
  {
    name: "code in a URL",
    regex: /["'`]\s{0,9}javascript:(?!S\d)/gi,
    paths: SCRIPTS,
    zones: ANYWHERE,
  },
  {
    name: "worker",
    regex: /\bnew\s{1,9}(?:Shared)?Worker\s?\(|\bserviceWorker\s?\.\s?register\b/g,
    paths: SCRIPTS,
  },
  {
    name: "import of what is named later",
    regex: longRegex(
      "g",
      String.raw`(?<![\w$.]|function )(?:import|`,
      String.raw`require)\s{0,9}\((?!\s{0,40}(?:/\*[^*]{0,200}\*/\s{0,40}){0,3}(?:["')]|`,
      String.raw`\x60[^\x60$]{0,200}\x60))`,
    ),
    paths: SCRIPTS,
  },
  { name: "program", regex: imported(PROGRAMS), paths: SCRIPTS },
  {
    name: "program",
    regex:
      /\bprocess\.binding\b|\b(?:Bun|Deno)\.(?:spawn(?:Sync)?|Command|run|\$)|\bprocess\.dlopen\b/g,
    paths: SCRIPTS,
  },
  { name: "network", regex: imported(NETWORKS), paths: SCRIPTS },
  { name: "network", regex: calls("fetch|importScripts|\\$fetch"), paths: SCRIPTS },
  {
    name: "network",
    regex: longRegex(
      "g",
      String.raw`\b(?:XMLHttpRequest|navigator\s?\.\s?sendBeacon)\b|\bnew\s{1,9}(?:WebSocket|EventSource|`,
      String.raw`RTCPeerConnection)\b|\b(?:window|globalThis|self)\.fetch\b|`,
      String.raw`\bnew\s{1,9}Image\s?\(\s?[\d,\s]{0,20}\)`,
    ),
    paths: SCRIPTS,
  },
  { name: "escaped name", regex: /\\u(?:[\da-f]{4}|\{[\da-f]{1,6}\})/gi, paths: SCRIPTS },

  { name: "eval", regex: calls("eval|exec|execfile|compile|__import__"), paths: PYTHON },
  {
    name: "eval",
    regex: longRegex(
      "gm",
      String.raw`\b__builtins__\b|\bbuiltins\b|(?<=[=([,]\s{0,9})(?:eval|exec|__import__)(?=\s{0,9}(?:[,;)\]#]|$))|`,
      String.raw`\bfrom[ ]{1,4}importlib[ ]{1,4}import\b`,
    ),
    paths: PYTHON,
  },
  {
    name: "import of what is named later",
    regex: /\bimportlib\s?\.\s?import_module\s?\((?!\s?["'])/g,
    paths: PYTHON,
  },
  {
    name: "program",
    regex: longRegex(
      "g",
      String.raw`\bos\s?\.\s?(?:${STARTED})\b|\b${IMPORT}(?:subprocess|pty|ctypes|commands)\b|`,
      String.raw`\bfrom[ ]{1,4}(?:os|posix|nt)[ ]{1,4}import(?: [^(#;\n]{0,400}?|[ ]?\([^)]{0,400}?)`,
      String.raw`(?:\b(?:${STARTED})\b|\*)|`,
      String.raw`\b${IMPORT}(?:os|posix)[ ]{1,4}as\b|\bgetattr\s?\(\s?os\b|\bsubprocess\s?\.\s?\w|`,
      String.raw`\basyncio\.create_subprocess_`,
    ),
    paths: PYTHON,
  },
  {
    name: "data that is run",
    regex: longRegex(
      "gi",
      String.raw`\b(?:c?pickle|marshal|dill|shelve|jsonpickle)\s?\.\s?loads?\b|`,
      String.raw`\byaml\.(?:unsafe_)?load\s?\((?![^\n)]{0,80}Safe)`,
    ),
    paths: PYTHON,
  },
  {
    name: "network",
    regex: longRegex(
      "g",
      String.raw`\b${IMPORT}(?:requests|httpx|aiohttp|socket|urllib(?:\.request|3)?|`,
      String.raw`http\.client|ftplib|smtplib|paramiko|websockets?)\b|\b(?:requests|httpx)\s?\.\s?(?:get|`,
      String.raw`post|put|patch|delete|request)\b|\burllib\.request\.url(?:open|retrieve)|`,
      String.raw`\bsocket\.(?:socket|create_connection)\b`,
    ),
    paths: PYTHON,
  },

  {
    name: "program",
    regex: longRegex(
      "g",
      String.raw`"(?:os/exec|plugin|syscall|unsafe)"|\bexec\.Command(?:Context)?\b|\bsyscall\.(?:Exec|`,
      String.raw`ForkExec)\b|\bos\.StartProcess\b`,
    ),
    paths: GO,
    zones: ANYWHERE,
  },
  {
    name: "network",
    regex:
      /\bhttp\.(?:Get|Post|PostForm|Head|NewRequest\w{0,12})\b|\bnet\.(?:Dial\w{0,8}|Listen\w{0,8})\b/g,
    paths: GO,
  },

  {
    name: "program",
    regex:
      /\bCommand::new\b|\bprocess::Command\b|\blibloading::|\bLibrary::new\b|\blibc::(?:system|exec\w{1,3})\b/g,
    paths: RUST,
  },
  {
    name: "network",
    regex:
      /\b(?:reqwest|ureq|hyper|surf|isahc)::|\b(?:TcpStream|UdpSocket|TcpListener)::(?:connect|bind)\b/g,
    paths: RUST,
  },

  {
    name: "eval",
    regex:
      /(?<![\w.])(?:eval|instance_eval|class_eval|module_eval|binding\.eval)\b|\.(?:instance|class|module)_eval\b/g,
    paths: RUBY,
  },
  {
    name: "program",
    regex: longRegex(
      "g",
      String.raw`(?<![\w.:]|def )(?:system|exec|spawn|syscall)(?:\(| {1,4}["'%:@$*\w])|\b(?:Open3|PTY)\.|`,
      String.raw`\bKernel\.(?:system|exec|spawn)|\bIO\.popen|%x[^\w\s=]|\x60[^\x60\n]{1,400}\x60|`,
      String.raw`\b(?:public_)?send[ (]\s?[:"'](?:system|exec|spawn|eval|\x60)`,
    ),
    paths: RUBY,
  },
  {
    name: "network",
    regex: /\bNet::HTTP\b|\bURI\.open\b|\b(?:HTTParty|Faraday|RestClient|TCPSocket)\b/g,
    paths: RUBY,
  },
  {
    name: "eval",
    regex: calls(
      "eval|assert|create_function|call_user_func(?:_array)?|preg_replace_callback",
      "(?<![\\w$>:])",
    ),
    paths: PHP,
  },
  {
    name: "program",
    regex: calls("exec|system|shell_exec|passthru|popen|proc_open|pcntl_exec", "(?<![\\w$>:])"),
    paths: PHP,
  },
  {
    name: "program",
    regex:
      /\x60[^\x60\n]{1,400}\x60|["'](?:system|exec|shell_exec|passthru|popen|proc_open|assert)["'](?!\s?=>)/g,
    paths: PHP,
    zones: ANYWHERE,
  },
  {
    name: "network",
    regex: calls("curl_init|curl_exec|fsockopen|stream_socket_client", "(?<![\\w$>:])"),
    paths: PHP,
  },
  {
    name: "program",
    regex: longRegex(
      "g",
      String.raw`\bRuntime\s?\.\s?getRuntime\b|\bProcessBuilder\b|\bScriptEngineManager\b|`,
      String.raw`\bSystem\.load(?:Library)?\b|\bClass\.forName\s?\((?!\s?")`,
    ),
    paths: JVM,
  },
  {
    name: "escaped sign", // The compiler reads it before it looks for the ends of strings and comments.
    regex: /\\u{1,9}00(?:0[ad]|2[27af]|5c)/gi,
    paths: /\.java$/,
    zones: ["code", "literal", "comment"],
  },
  {
    name: "network",
    regex: longRegex(
      "g",
      String.raw`\b(?:HttpURLConnection|HttpClient|OkHttpClient|RestTemplate|WebClient)\b|\bnew (?:URL|`,
      String.raw`Socket|ServerSocket|DatagramSocket)\s?\(`,
    ),
    paths: JVM,
  },
  {
    name: "program",
    regex: longRegex(
      "g",
      String.raw`\bProcess\.Start\b|\bAssembly\.Load\w{0,8}\b|\bDllImport\b|\b(?:Invoke-Expression|iex|`,
      String.raw`Start-Process|Add-Type)\b`,
    ),
    paths: NET,
  },
  {
    name: "network",
    regex:
      /\b(?:HttpClient|WebClient|TcpClient|HttpWebRequest)\b|\b(?:Invoke-WebRequest|Invoke-RestMethod|iwr|irm)\b/g,
    paths: NET,
  },

  {
    name: "download that is run",
    regex: longRegex(
      "g",
      String.raw`\b(?:curl|wget|fetch)\b[^\n|]{0,400}\|\s?(?:sudo\s[^\n|`,
      String.raw`]{0,40})?(?:/\w{1,9}){0,3}/?(?:env\s)?(?:ba|z|da|k|c)?sh\b|\b(?:curl|wget)\b[^\n|`,
      String.raw`]{0,400}\|\s?(?:sudo\s)?(?:python\d?|node|perl|ruby|php)\b|(?:ba|z|`,
      String.raw`da)?sh\s(?:-c\s)?["']?(?:<\(|\$\(|\x60)\s?(?:curl|wget)\b|\b(?:source|\.)\s<\(`,
    ),
    paths: SHELL,
    zones: ANYWHERE,
  },
  {
    name: "text that is run",
    regex: longRegex(
      "gm",
      String.raw`\bbase64\s(?:-d|-D|--decode)\b[^\n]{0,200}\|\s?(?:sudo\s)?(?:ba|z|da)?sh\b|(?<=^|[\s;&|`,
      String.raw`(])eval\s["'$\x60]|\bxxd\s-r\b[^\n]{0,80}\|\s?(?:ba)?sh\b`,
    ),
    paths: SHELL,
    zones: ANYWHERE,
  },
  {
    name: "network",
    regex: longRegex(
      "gm",
      String.raw`(?<=^|[\s;&|(\x60"'-])(?:curl|wget|nc|ncat|socat|telnet|scp|rsync|ftp|`,
      String.raw`aria2c)\s(?=[^\n]{0,3}[-\w"'$/])|/dev/(?:tcp|udp)/`,
    ),
    paths: SHELL,
    zones: ANYWHERE,
  },
];
