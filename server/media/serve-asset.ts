import { FileMissing, storage } from '#server/platform/storage/index.ts';
import { assetKey } from './asset-files.ts';
import { isServed } from './assets.rules.ts';
import type { MediaLink } from './links.ts';
import { type MediaAnswer, setMediaSource } from './serve-media.ts';
import { readStoredFile } from './stored-files.ts';

const types: Record<string, string> = {
  m3u8: 'application/vnd.apple.mpegurl',
  m4s: 'video/mp4',
  mp4: 'video/mp4',
  vtt: 'text/vtt; charset=utf-8',
  jpg: 'image/jpeg',
};

/** From now on signed addresses open assets too. */
export const serveAssets = (): void => setMediaSource('vod', answerAsset);

/** What a player asks of an asset: what is literally listed, and nothing else that stands there. */
async function answerAsset({ resource, file }: MediaLink): Promise<MediaAnswer | null> {
  if (!isServed(file)) return null;
  const key = assetKey(resource.id, file);
  const ending = file.split('.').at(-1) ?? '';
  // Playlists grow with each rendition and captions are mended: they are read each time.
  const changes = ending === 'm3u8' || ending === 'vtt';
  const body = await (changes ? readNow(key) : readStoredFile(key));
  if (!body) return null;
  const type = types[ending] ?? 'application/octet-stream';
  return { status: 200, type, keep: changes ? 'ask' : 'lasting', body };
}

const readNow = (key: string): Promise<Buffer | null> =>
  storage()
    .read(key)
    .catch((error: unknown) => {
      if (error instanceof FileMissing) return null;
      throw error;
    });
