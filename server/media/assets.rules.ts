import {
  type AssetRefusal,
  type AssetState,
  type Chapter,
  Chapter as ChapterForm,
  chapterLimits,
} from '#contract/assets.ts';
import type { FieldFault } from '#contract/shared/errors.ts';
import type { ProductStatus } from '#contract/shared/product-kinds.ts';
import type { Role } from '#contract/shared/roles.ts';

/** What leads from state to state. Whoever lost a race finds the old state gone. */
const moves: Record<AssetState, readonly AssetState[]> = {
  uploading: ['processing'],
  processing: ['ready', 'failed'],
  failed: ['processing'],
  ready: [],
};

/** Does one of these states lead to the other? */
export const canMove = (from: AssetState, to: AssetState): boolean => moves[from].includes(to);

type Person = { id: string; roles: readonly Role[] };
type Owned = { ownerId: string };
type Refusable = { state: AssetState; refusal: AssetRefusal | null };
type Use = { status: ProductStatus };

/** Whose upload it is, and administrators. */
export const mayWork = (person: Person, { ownerId }: Owned): boolean =>
  person.id === ownerId || person.roles.includes('ADMIN');

/** Of these another run may come out better; the others say something of the file itself. */
const passing: readonly AssetRefusal[] = ['kept_failing', 'took_too_long'];

/** Is it worth trying again? */
export const canRetry = ({ state, refusal }: Refusable): boolean =>
  state === 'failed' && refusal !== null && passing.includes(refusal);

/** The file itself is at fault: nobody will need what was uploaded again. */
export const isFinal = (refusal: AssetRefusal): boolean => !passing.includes(refusal);

/** What was published once is for its holders to see, whatever became of the sale. */
export const canDelete = (uses: readonly Use[]): boolean =>
  uses.every(({ status }) => status === 'draft');

/** Captions and chapters need to know how long it is. */
export const canDescribe = (asset: { state: AssetState; seconds: number | null }): boolean =>
  asset.seconds !== null && asset.state !== 'failed';

/** A product may be prepared while its file is on the way; what failed shows nothing. */
export const canAttach = ({ state }: { state: AssetState }): boolean => state !== 'failed';

/** What whoever may work on an asset can do with it now. */
export const assetCan = (
  asset: Refusable & { seconds: number | null },
  uses: readonly Use[],
): { retry: boolean; delete: boolean; describe: boolean; attach: boolean } => ({
  retry: canRetry(asset),
  delete: canDelete(uses),
  describe: canDescribe(asset),
  attach: canAttach(asset),
});

/** Runs that may fail before it is said that we cannot do it. */
const mostAttempts = 5;

/** Seconds from the beginning of this run until the next one, should it take its process with it. */
export const pauseAfter = (attempts: number): number =>
  15 * 4 ** (Math.min(attempts, mostAttempts) - 1);

/** Seconds until the next run after this many that failed; null: it was tried often enough. */
export const nextTry = (attempts: number): number | null =>
  attempts >= mostAttempts ? null : pauseAfter(attempts);

/** Is this run one too many? The earlier ones did not live to say what went wrong. */
export const isTooMany = (attempts: number): boolean => attempts > mostAttempts;

/**
 * Chapters as the player takes them: in order, the first from the beginning on. Answers the number
 * of the chapter that begins with another one or after the end, and which of both it is.
 */
export function orderChapters(
  chapters: readonly Chapter[],
  seconds: number,
): { chapters: Chapter[]; fault?: undefined } | { at: number; fault: FieldFault } {
  const ordered = chapters.toSorted((a, b) => a.startSeconds - b.startSeconds);
  for (const [index, chapter] of ordered.entries()) {
    const at = chapters.indexOf(chapter);
    if (chapter.startSeconds >= seconds) return { at, fault: 'after_end' };
    if (chapter.startSeconds === ordered[index - 1]?.startSeconds) {
      return { at, fault: 'begins_twice' };
    }
  }
  return { chapters: ordered };
}

/** The chapters that a file brings along, as many as we keep; what is nameless or late is left out. */
export function chaptersOfFile(file: { chapters: readonly Chapter[]; seconds: number }): Chapter[] {
  const kept = new Map<number, Chapter>();
  for (const chapter of file.chapters) {
    const read = ChapterForm.safeParse({ ...chapter, title: chapter.title.slice(0, titleMax) });
    if (!read.success || read.data.startSeconds >= file.seconds) continue;
    if (!kept.has(read.data.startSeconds)) kept.set(read.data.startSeconds, read.data);
  }
  return [...kept.values()]
    .sort((a, b) => a.startSeconds - b.startSeconds)
    .slice(0, chapterLimits.chapters);
}

const titleMax = chapterLimits.title;

/** The title of an upload before it is given one: its file name without the ending. */
export const titleOfFile = (fileName: string): string =>
  fileName.replace(/\.[a-z0-9]{1,5}$/i, '').slice(0, 160) || fileName.slice(0, 160);

/** The files of an asset that players may have; whatever else stands there is nobody's. */
const served =
  /^(?:master\.m3u8|storyboard\.vtt|storyboard\/\d{1,4}\.jpg|captions\/[a-z0-9-]{2,12}\.vtt|[a-z0-9]{1,12}\/(?:index\.m3u8|init\.mp4|seg-\d{1,6}\.m4s))$/;

/** May a player have this file of an asset? */
export const isServed = (file: string): boolean => served.test(file);
