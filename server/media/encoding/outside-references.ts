import type { FileHandle } from 'node:fs/promises';
import { MediaRefused } from './refusals.rules.ts';

/** Boxes that hold boxes, on the way to where a file may point to another one. */
const ways = new Set(['moov', 'trak', 'mdia', 'minf', 'dinf', 'edts', 'udta', 'mvex']);
/** No index of a real film is larger: twelve hours at 60 pictures a second take about 60 MB. */
const largestIndex = 256 * 1024 * 1024;
const mostBoxes = 100_000;

/**
 * Looks through the index of an MP4 or MOV for media that lie elsewhere: reference movies (`rmra`)
 * and references to other files (`dref` with an address or alias that is not the file itself).
 * ffmpeg is told not to follow them either; what would be left of such a file is no film. Throws
 * `refers_elsewhere`, and `damaged` when there is no index or it makes no sense.
 */
export async function refuseOutsideReferences(file: FileHandle, size: number): Promise<void> {
  const head = Buffer.alloc(16);
  let hasIndex = false;
  for (let at = 0, boxes = 0; at + 8 <= size && boxes < mostBoxes; boxes += 1) {
    const { bytesRead } = await file.read(head, 0, 16, at);
    const box = readBox(head.subarray(0, bytesRead), size - at);
    if (!box) break;
    if (box.type === 'moov') {
      if (box.size > largestIndex || at + box.size > size) throw new MediaRefused('damaged');
      const index = Buffer.alloc(box.size);
      await file.read(index, 0, box.size, at);
      walk(index, { left: mostBoxes });
      hasIndex = true;
    }
    at += box.size;
  }
  if (!hasIndex) throw new MediaRefused('damaged', 'no index');
}

type Box = { type: string; size: number; head: number };

function readBox(bytes: Buffer, rest: number): Box | null {
  if (bytes.length < 8) return null;
  const short = bytes.readUInt32BE(0);
  const type = bytes.toString('latin1', 4, 8);
  if (short === 0) return { type, size: rest, head: 8 };
  if (short === 1) {
    if (bytes.length < 16) return null;
    const long = Number(bytes.readBigUInt64BE(8));
    return long >= 16 ? { type, size: long, head: 16 } : null;
  }
  return short >= 8 ? { type, size: short, head: 8 } : null;
}

function walk(bytes: Buffer, budget: { left: number }): void {
  for (let at = 0; at + 8 <= bytes.length; ) {
    budget.left -= 1;
    const box = readBox(bytes.subarray(at, at + 16), bytes.length - at);
    if (!box || budget.left < 0) return;
    const content = bytes.subarray(at + box.head, at + box.size);
    if (box.type === 'rmra') throw new MediaRefused('refers_elsewhere', 'reference movie');
    // A packed index could say anything, and nothing has written one for twenty years.
    if (box.type === 'cmov') throw new MediaRefused('not_media', 'packed index');
    if (box.type === 'dref') refuseReferences(content);
    else if (ways.has(box.type)) walk(content, budget);
    at += box.size;
  }
}

/** Entries of `dref` (ISO 14496-12, 8.7.2): the flag 1 says "in this file". */
function refuseReferences(content: Buffer): void {
  for (let at = 8; at + 12 <= content.length; ) {
    const size = content.readUInt32BE(at);
    const isHere = (content.readUInt32BE(at + 8) & 1) === 1;
    if (!isHere && size > 12) throw new MediaRefused('refers_elsewhere', 'external media');
    at += Math.max(size, 12);
  }
}
