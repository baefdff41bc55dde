import { z } from 'zod';
import type { CountingSink } from './asset-sink.ts';
import type { AssetStep } from './course.ts';

const Rendition = z.object({
  name: z.string(),
  width: z.number(),
  height: z.number(),
  bandwidth: z.number(),
  averageBandwidth: z.number(),
  codecs: z.string(),
  frameRate: z.number(),
  seconds: z.number(),
});

const Storyboard = z.object({
  sheets: z.number(),
  columns: z.number(),
  rows: z.number(),
  width: z.number(),
  height: z.number(),
  everySeconds: z.number(),
});

const Steps = z.object({
  first: z.object({ renditions: z.array(Rendition), cuts: z.array(z.number()).nullable() }),
  ladder: z.object({ renditions: z.array(Rendition) }),
  poster: z.object({ isKept: z.boolean() }),
  storyboard: z.object({ layout: Storyboard.nullable() }),
  loudness: z.object({ renditions: z.array(Rendition) }),
});
export type StepResults = z.infer<typeof Steps>;

const Kept = z.object({
  version: z.literal(1),
  bytes: z.number(),
  steps: Steps.partial(),
});

const file = 'progress.json';

/** Which steps of an asset are whole, and what came of them: what a later run goes on from. */
export class ProgressRecord {
  bytes = 0;
  #steps: Partial<StepResults> = {};

  /** What an earlier run left; nothing of it when it cannot be understood. */
  static async from(sink: { read(name: string): Promise<Buffer | null> }): Promise<ProgressRecord> {
    const record = new ProgressRecord();
    const text = (await sink.read(file))?.toString('utf8') ?? '';
    const kept = Kept.safeParse(parse(text));
    if (kept.success) {
      record.bytes = kept.data.bytes;
      record.#steps = kept.data.steps as Partial<StepResults>;
    }
    return record;
  }

  find<S extends AssetStep>(step: S): StepResults[S] | undefined {
    return this.#steps[step];
  }

  async keep<S extends AssetStep>(step: S, result: StepResults[S], sink: CountingSink) {
    this.#steps = { ...this.#steps, [step]: result };
    this.bytes = sink.bytes;
    const kept = { version: 1, bytes: this.bytes, steps: this.#steps };
    await sink.rewrite(file, JSON.stringify(kept));
  }
}

/**
 * How long the film is that earlier runs left from its beginning to its end, be it in one size alone; null
 * when they left none. What ends in its first half is none; `seconds` is how long it says that it is.
 */
export async function wholeFilmSeconds(
  sink: { read(name: string): Promise<Buffer | null> },
  seconds: number,
): Promise<number | null> {
  const record = await ProgressRecord.from(sink);
  const { renditions = [] } = record.find('first') ?? record.find('loudness') ?? {};
  const made = Math.max(0, ...renditions.map((rendition) => rendition.seconds));
  return made > 0 && made >= seconds / 2 ? made : null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
