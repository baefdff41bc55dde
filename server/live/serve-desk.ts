import type { MediaAnswer, MediaFile, MediaLink } from '#server/media/index.ts';
import { refuse } from '#server/platform/errors.ts';
import { findSigned } from './desk-links.ts';
import { sizeOf } from './engine/movie-layout.ts';
import { findPieces, openFile } from './recording-files.ts';
import { fileName } from './recordings.rules.ts';
import { answerStored } from './serve-broadcast.ts';

/**
 * What an organizer fetches of a recording: `720p.mp4`, the file to save, and by playlists the whole
 * recording whatever of it is shown.
 */
export async function answerDesk(link: MediaLink): Promise<MediaAnswer | MediaFile | null> {
  const { id } = link.resource;
  const found = await findSigned(link.playbackId, id);
  if (!found) return refuse('MEDIA_LINK_EXPIRED');
  const [, rendition, first, last] = /^([a-z0-9]+)_(\d{1,9})_(\d{1,9})\.mp4$/.exec(link.file) ?? [];
  if (!rendition) return answerStored(link);
  const cut = { first: Number(first), last: Number(last) };
  const file = { broadcastId: id, rendition, ...cut };
  const pieces = await findPieces(file);
  if (!pieces) return null;
  return {
    type: 'video/mp4',
    keep: 'never',
    size: sizeOf(pieces),
    etag: `"${id}-${rendition}-${first}-${last}"`,
    name: fileName(found.title, found.startedAt),
    open: (range) => openFile(id, pieces, range),
  };
}
