import type { Recorder } from "../../agent/cassette/cassette-recorder.ts";
import { ModelError, type ModelPort } from "../../agent/model/model-port.ts";
import { writeOutputFiles } from "../../apply/disk/write-output-file.ts";

/** Where a recording goes; the path is absolute or relative to the folder. */
interface RecordingFile {
  readonly folder: string;
  readonly path: string;
}

/** Writes the whole recording after every answer: answers cost money, and a run may be killed. */
export function recordingPort(
  recorded: ModelPort,
  recorder: Recorder,
  { folder, path }: RecordingFile,
): ModelPort {
  const save = async () => {
    const [unwritten] = await writeOutputFiles(folder, [{ path, text: recorder.text() }]);
    if (unwritten === undefined) return;
    const message = `The recording ${path} cannot be written: ${unwritten.reason}.`;
    throw new ModelError("refused", message);
  };
  return {
    async generate(request) {
      await save(); // Before anything is paid for.
      return recorded.generate(request).finally(save);
    },
  };
}
