import { createHmac } from 'node:crypto';
import type { Temporal } from 'temporal-polyfill';
import { nowMs } from '#server/platform/clock.ts';
import { forgetBy } from '#server/platform/remembered.ts';
import { keyFor, sameSecret } from '#server/platform/secrets.ts';

/**
 * What a signed address opens: a broadcast, a showing that is played by the clock, a recording, an asset,
 * what an organizer sees beforehand, or all that an organizer has of a recording.
 */
export type MediaKind = 'live' | 'playout' | 'recordings' | 'vod' | 'previews' | 'desk';
export type MediaResource = { kind: MediaKind; id: string };

export type MediaLink = {
  playbackId: string;
  resource: MediaResource;
  /** Seconds since 1970. */
  expiry: number;
  /** Below the resource: `master.m3u8`, `720p/seg-0-12.m4s`. */
  file: string;
};

export type ReadLink =
  | { ok: true; link: MediaLink }
  /** `unknown`: no address of ours. `refused`: forged, or its time is over. */
  | { ok: false; why: 'unknown' | 'refused' };

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
// Everything that may stand in an address is listed; no escapes, no dots but that of the ending.
const pattern = new RegExp(
  `^/media/(\\d{10})\\.(${uuid})\\.([\\w-]{43})/(live|playout|recordings|vod|previews|desk)/(${uuid})/` +
    '((?:[a-z0-9_-]{1,40}/)?[a-z0-9_-]{1,60}\\.(?:m3u8|m4s|mp4|ts|vtt|jpg|webp|m4a))$',
);

let key: Buffer | null = null;

function macOf(expiry: number, playbackId: string, { kind, id }: MediaResource): string {
  key ??= keyFor('media links');
  return createHmac('sha256', key)
    .update(`${expiry}.${playbackId}.${kind}/${id}`)
    .digest('base64url');
}

/**
 * The address under which one playback may fetch one resource until `expiresAt`:
 * `/media/{expiry}.{playback}.{mac}/live/{id}/master.m3u8`. Whatever stands beside the file is
 * reached by relative addresses, which inherit the signature.
 */
export function signMediaPath(wanted: {
  playbackId: string;
  resource: MediaResource;
  expiresAt: Temporal.Instant;
  file?: string;
}): string {
  const { playbackId, resource, expiresAt, file = 'master.m3u8' } = wanted;
  const expiry = Math.floor(expiresAt.epochMilliseconds / 1000);
  const mac = macOf(expiry, playbackId, resource);
  return `/media/${expiry}.${playbackId}.${mac}/${resource.kind}/${resource.id}/${file}`;
}

// Players ask three times a second: what was found good once need not be computed again.
const known = new Map<string, { expiry: number }>();
forgetBy(() => {
  key = null;
  known.clear();
});
const maxKnown = 20_000;

/** Reads a raw path (not decoded, without its query) and checks signature and time. */
export function readMediaPath(path: string, atMs: number = nowMs()): ReadLink {
  const parts = pattern.exec(path);
  if (!parts) return { ok: false, why: 'unknown' };
  const [, expiryText = '', playbackId = '', mac = '', kind = '', id = '', file = ''] = parts;
  const resource = { kind: kind as MediaKind, id };
  const expiry = Number(expiryText);
  if (
    !isGenuine(`${expiry}.${playbackId}.${mac}/${kind}/${id}`, {
      expiry,
      playbackId,
      mac,
      resource,
    })
  ) {
    return { ok: false, why: 'refused' };
  }
  if (expiry * 1000 <= atMs) return { ok: false, why: 'refused' };
  return { ok: true, link: { playbackId, resource, expiry, file } };
}

function isGenuine(
  base: string,
  claim: { expiry: number; playbackId: string; mac: string; resource: MediaResource },
): boolean {
  if (known.has(base)) return true;
  const expected = macOf(claim.expiry, claim.playbackId, claim.resource);
  if (!sameSecret(expected, claim.mac)) return false;
  if (known.size >= maxKnown) known.clear();
  known.set(base, { expiry: claim.expiry });
  return true;
}
