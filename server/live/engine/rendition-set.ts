import type { Rung } from './ladder.rules.ts';
import type { VariantFacts } from './playlists.ts';
import type { Rendition, Segment } from './rendition.ts';
import type { SlateShape } from './slate.ts';

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
  frameRate: number,
): VariantFacts[] {
  return renditions.map((rendition, index) => {
    const tracks = rendition.head?.tracks ?? [];
    const picture = tracks.find((track) => track.kind === 'video');
    return {
      name: rendition.name,
      bandwidth: rungs[index]?.bandwidth ?? 1_000_000,
      codecs: tracks.map((track) => track.codec).join(','),
      width: picture?.width ?? 0,
      height: picture?.height ?? 0,
      frameRate,
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
