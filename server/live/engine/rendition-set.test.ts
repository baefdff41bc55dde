import { expect, it } from 'vitest';
import { aSource } from '#test/factories/sources.ts';
import { planRungs, type Rung } from './ladder.rules.ts';
import { Rendition } from './rendition.ts';
import { variantsOf } from './rendition-set.ts';

const source = aSource({ width: 1280, height: 720, keyframeSeconds: 10, audio: false });
const rungs: Rung[] = [720, 540, 360].map((shortSide) => ({
  name: `${shortSide}p`,
  shortSide,
  bandwidth: 1_000_000,
}));

/** Renditions that have begun with these of them at rest. */
function begun(resting: ReadonlySet<string>): Rendition[] {
  const rules = { partTarget: 0.334, target: 4, epoch: 0 };
  const start = { rules, sequence: 0, discontinuity: 0, isContinued: false };
  return planRungs(rungs, source, resting).map(({ name, video }) => {
    const rendition = new Rendition(name, start, { segmentClosed: () => undefined });
    const size = video?.copy === false ? video : { width: 0, height: 0 };
    const { width, height } = size;
    const track = { kind: 'video', codec: 'avc1', width, height, config: Buffer.alloc(0) } as const;
    rendition.head = { bytes: Buffer.alloc(0), tracks: [track] };
    return rendition;
  });
}

it('of renditions every size is told once, also of one that begins at rest', () => {
  const sizes = (resting: ReadonlySet<string>) =>
    variantsOf(begun(resting), rungs, { source, resting }).map((one) => [one.width, one.height]);
  const own = [
    [1280, 720],
    [960, 540],
    [640, 360],
  ];
  expect(sizes(new Set())).toEqual(own);
  expect(sizes(new Set(['540p']))).toEqual(own);
});
