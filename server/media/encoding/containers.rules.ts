import type { Container } from './media-facts.ts';

/** How many bytes `containerOf` has to see. */
export const headBytes = 4096;

/**
 * The container by its own marks, whatever the name of the file says; null for all else. Only these
 * are ever handed to ffmpeg, each with the one demuxer that belongs to it: what decides by content
 * between playlists, scripts and media is never asked.
 */
export function containerOf(head: Uint8Array): Container | null {
  return isoContainer(head) ?? ebmlContainer(head) ?? markedContainer(head) ?? null;
}

/** The names under which ffmpeg knows the demuxer of a container. */
export const demuxers: Record<Container, string> = {
  mp4: 'mov,mp4,m4a,3gp,3g2,mj2',
  mov: 'mov,mp4,m4a,3gp,3g2,mj2',
  m4a: 'mov,mp4,m4a,3gp,3g2,mj2',
  mkv: 'matroska,webm',
  webm: 'matroska,webm',
  mp3: 'mp3',
  ogg: 'ogg',
  wav: 'wav',
  flac: 'flac',
};

export const isIso = (container: Container): boolean => demuxers[container] === demuxers.mp4;

/** Containers of sound; a picture in them is a cover. */
export const isSoundOnly = (container: Container): boolean =>
  ['mp3', 'm4a', 'ogg', 'wav', 'flac'].includes(container);

/** The length of an ID3 tag at the beginning, which may be longer than the head; 0 for none. */
export function id3Length(head: Uint8Array): number {
  if (!startsWith(head, 'ID3') || head.length < 10) return 0;
  const sizes = [6, 7, 8, 9].map((at) => head[at] ?? 0xff);
  if (sizes.some((size) => size > 0x7f)) return 0;
  const length = sizes.reduce((sum, size) => sum * 128 + size, 0);
  const hasFooter = ((head[5] ?? 0) & 0x10) !== 0;
  return 10 + length + (hasFooter ? 10 : 0);
}

/** An MPEG audio frame of layer II or III, followed by another at the right distance. */
export function isMp3At(bytes: Uint8Array, at = 0): boolean {
  const length = frameLength(bytes, at);
  return length > 0 && (at + length + 4 > bytes.length || frameLength(bytes, at + length) > 0);
}

const text = (bytes: Uint8Array, from: number, to: number): string =>
  String.fromCharCode(...bytes.subarray(from, to));

const startsWith = (bytes: Uint8Array, mark: string): boolean =>
  text(bytes, 0, mark.length) === mark;

const soundBrands = new Set(['M4A ', 'M4B ', 'M4P ']);
/** What a QuickTime file may begin with that knows nothing of `ftyp`. */
const oldAtoms = new Set(['moov', 'mdat', 'wide', 'free', 'skip', 'pnot']);

function isoContainer(head: Uint8Array): Container | null {
  const type = text(head, 4, 8);
  const size = ((head[0] ?? 0) << 24) | ((head[1] ?? 0) << 16) | ((head[2] ?? 0) << 8);
  if (type === 'ftyp') {
    const brand = text(head, 8, 12);
    if (size + (head[3] ?? 0) < 16) return null;
    return brand === 'qt  ' ? 'mov' : soundBrands.has(brand) ? 'm4a' : 'mp4';
  }
  return oldAtoms.has(type) ? 'mov' : null;
}

/** Matroska says in its first element which kind it is (RFC 8794, 11.2.3). */
function ebmlContainer(head: Uint8Array): Container | null {
  const isEbml = [0x1a, 0x45, 0xdf, 0xa3].every((byte, at) => head[at] === byte);
  if (!isEbml) return null;
  const start = text(head, 4, 128);
  const at = start.indexOf('\x42\x82');
  const name = at < 0 ? '' : start.slice(at + 3);
  if (name.startsWith('webm')) return 'webm';
  return name.startsWith('matroska') ? 'mkv' : null;
}

function markedContainer(head: Uint8Array): Container | null {
  const isWave = text(head, 8, 12) === 'WAVE';
  if (isWave && ['RIFF', 'RF64', 'BW64'].some((mark) => startsWith(head, mark))) return 'wav';
  if (startsWith(head, 'fLaC')) return 'flac';
  if (startsWith(head, 'OggS') && head[4] === 0) return 'ogg';
  return isMp3At(head) ? 'mp3' : null;
}

const bitRates = {
  first: {
    2: [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
    3: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  },
  second: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
};
const sampleRates = [44_100, 48_000, 32_000];

/** Bytes of the frame whose header stands at `at` (ISO 11172-3, 2.4.1.3); 0 when none does. */
function frameLength(bytes: Uint8Array, at: number): number {
  const [sync = 0, kind = 0, rates = 0] = bytes.subarray(at, at + 3);
  const version = (kind >> 3) & 3;
  const layer = 4 - ((kind >> 1) & 3);
  if (sync !== 0xff || kind >> 5 !== 7 || version === 1 || (layer !== 2 && layer !== 3)) return 0;
  const isFirst = version === 3;
  const kilobits = (isFirst ? bitRates.first[layer] : bitRates.second)[rates >> 4] ?? 0;
  const base = sampleRates[(rates >> 2) & 3];
  if (!base || kilobits === 0) return 0;
  const sampleRate = base / (isFirst ? 1 : version === 2 ? 2 : 4);
  const samples = layer === 3 && !isFirst ? 72 : 144;
  return Math.floor((samples * kilobits * 1000) / sampleRate) + ((rates >> 1) & 1);
}
