// Stands in for `debug`, with which simple-git logs, in the bundles. With `DEBUG=*` in the environment, as a job of CI may
// set it for another tool, that one would print every call of git with its output; and it takes time to load.

/** Returns a logger that prints nothing. */
export default function silentDebug(namespace) {
  const logger = () => undefined;
  return Object.assign(logger, {
    namespace,
    enabled: false,
    extend: (name) => silentDebug(`${namespace}:${name}`),
  });
}

silentDebug.formatters = {};
