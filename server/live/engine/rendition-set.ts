import { type Rung, sizeOfRung } from './ladder.rules.ts';
import type { VariantFacts } from './playlists.ts';
import type { Rendition, Segment } from './rendition.ts';
import type { SlateShape } from './slate.ts';
import type { Source } from './source-probe.ts';

/**
 * After a run: renditions that stopped early get gaps, so that a number means the same instant in
 * all of them. `onGap` is told of each.
 */
export function alignRenditions(
  renditions: readonly Rendition[],
  onGap: (rendition: Rendition, gap: Segment) => void,
): void {
  const next = Math.max(0, ...renditions.map((rendition) => rendition.nextSequence));
  for (const rendition of renditions) {
    while (rendition.nextSequence < next) {
      const sequence = rendition.nextSequence;
      const like = renditions.map((other) => other.find(sequence)).find((one) => one);
      if (!like) break;
      rendition.addGap(like);
      onGap(rendition, { ...like, isGap: true, bytes: null });
    }
  }
}

/** What the multivariant playlist says of renditions that have begun. */
export function variantsOf(
  renditions: readonly Rendition[],
  rungs: readonly Rung[],
  { source, resting }: { source: Source; resting: ReadonlySet<string> },
): VariantFacts[] {
  return renditions.map((rendition, index) => {
    const tracks = rendition.head?.tracks ?? [];
    const picture = tracks.find((track) => track.kind === 'video');
    const rung = rungs[index];
    // One that rests begins with the picture of another: told is what it will be again.
    const size = picture && rung && resting.has(rung.name) ? sizeOfRung(rung, source) : picture;
    return {
      name: rendition.name,
      bandwidth: rung?.bandwidth ?? 1_000_000,
      codecs: tracks.map((track) => track.codec).join(','),
      width: size?.width ?? 0,
      height: size?.height ?? 0,
      frameRate: source.video?.frameRate ?? 0,
    };
  });
}

/** The sound of renditions that have begun; null without any. */
export function soundOf(renditions: readonly Rendition[]): SlateShape['sound'] {
  const track = renditions[0]?.head?.tracks.find((one) => one.kind === 'audio');
  return track ? { sampleRate: track.sampleRate, channels: track.channels } : null;
}

/** What the slate must fit into. Recordings of earlier versions do not say what their sound was. */
export function slateShapeOf(
  variants: readonly VariantFacts[],
  sound: SlateShape['sound'] | undefined,
): SlateShape {
  const isHeard = variants.some(({ codecs }) => codecs.includes('mp4a'));
  return {
    renditions: variants,
    frameRate: variants[0]?.frameRate || 25,
    sound: isHeard ? (sound ?? { sampleRate: 48_000, channels: 2 }) : null,
  };
}
