import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ChunkReader, encodeChunks, MalformedChunks, type RtmpMessage } from './rtmp-chunks.ts';

const limits = { message: 64 * 1024, partial: 128 * 1024 };

function read(bytes: Buffer, cuts: number[] = [], chunkSize = 128): RtmpMessage[] {
  const messages: RtmpMessage[] = [];
  const reader = new ChunkReader(limits, (message) => messages.push(message));
  reader.setChunkSize(chunkSize);
  let at = 0;
  for (const cut of [...cuts.toSorted((a, b) => a - b), bytes.length]) {
    reader.push(bytes.subarray(at, Math.max(at, cut)));
    at = Math.max(at, cut);
  }
  return messages;
}

const message = fc.record({
  type: fc.integer({ min: 1, max: 22 }),
  streamId: fc.integer({ min: 0, max: 5 }),
  timestamp: fc.oneof(
    fc.integer({ min: 0, max: 0xffffff }),
    fc.integer({ min: 0, max: 0xffffffff }),
  ),
  body: fc.uint8Array({ maxLength: 600 }).map((bytes) => Buffer.from(bytes)),
});

describe('the chunk stream', () => {
  it('gives back every message, however the bytes arrive and whatever the chunk size is', () => {
    const cuts = fc.array(fc.nat(4_000), { maxLength: 12 });
    fc.assert(
      fc.property(
        fc.array(message, { maxLength: 5 }),
        cuts,
        fc.integer({ min: 1, max: 700 }),
        (sent, at, chunkSize) => {
          const bytes = Buffer.concat(
            sent.map((one) => encodeChunks(one, { chunkStreamId: 4, chunkSize })),
          );
          expect(
            read(
              bytes,
              at.map((cut) => Math.min(cut, bytes.length)),
              chunkSize,
            ),
          ).toEqual(sent);
        },
      ),
      { seed: 61 },
    );
  });

  it('puts interleaved messages together again', () => {
    const long = { type: 9, streamId: 1, timestamp: 5, body: Buffer.alloc(300, 1) };
    const short = { type: 8, streamId: 1, timestamp: 6, body: Buffer.alloc(40, 2) };
    const cut = encodeChunks(long, { chunkStreamId: 4, chunkSize: 128 });
    const other = encodeChunks(short, { chunkStreamId: 5, chunkSize: 128 });
    const bytes = Buffer.concat([cut.subarray(0, 140), other, cut.subarray(140)]);
    expect(read(bytes)).toEqual([short, long]);
  });

  it('adds up timestamps that come as differences', () => {
    const head = Buffer.from([0x04, 0, 0, 100, 0, 0, 1, 8, 1, 0, 0, 0, 0xaa]);
    const delta = Buffer.from([0x44, 0, 0, 20, 0, 0, 1, 8, 0xbb]);
    const onlyTime = Buffer.from([0x84, 0, 0, 30, 0xcc]);
    const nothing = Buffer.from([0xc4, 0xdd]);
    const times = read(Buffer.concat([head, delta, onlyTime, nothing])).map((one) => one.timestamp);
    expect(times).toEqual([100, 120, 150, 180]);
  });

  it('takes extended timestamps whether or not they are repeated before each chunk', () => {
    const sent = { type: 9, streamId: 1, timestamp: 0x1234567, body: Buffer.alloc(200, 3) };
    const repeated = encodeChunks(sent, { chunkStreamId: 4, chunkSize: 128 });
    const at = 16 + 128 + 1;
    const bare = Buffer.concat([repeated.subarray(0, at), repeated.subarray(at + 4)]);
    expect(read(repeated)).toEqual([sent]);
    expect(read(bare)).toEqual([sent]);
  });

  it.each([
    [
      'a message larger than allowed',
      Buffer.from([0x04, 0, 0, 0, 0xff, 0xff, 0xff, 9, 1, 0, 0, 0]),
    ],
    ['a chunk stream that begins in the middle', Buffer.from([0xc4, 1, 2, 3])],
  ])('refuses %s', (_what, bytes) => {
    expect(() => read(bytes)).toThrow(MalformedChunks);
  });

  it('keeps no more of unfinished messages than the limit', () => {
    const reader = new ChunkReader(limits, () => undefined);
    const begin = (stream: number) =>
      encodeChunks(
        { type: 9, streamId: 1, timestamp: 0, body: Buffer.alloc(60_000) },
        { chunkStreamId: stream, chunkSize: 60_000 },
      ).subarray(0, 59_000);
    reader.setChunkSize(30_000);
    expect(() => {
      for (let stream = 3; stream < 40; stream += 1) reader.push(begin(stream).subarray(0, 30_012));
    }).toThrow(MalformedChunks);
  });

  it('gives nothing out while it is held, and everything afterwards', () => {
    const messages: RtmpMessage[] = [];
    const reader = new ChunkReader(limits, (one) => {
      messages.push(one);
      if (messages.length === 1) reader.hold();
    });
    const one = { type: 8, streamId: 1, timestamp: 0, body: Buffer.from([1]) };
    const bytes = encodeChunks(one, { chunkStreamId: 4, chunkSize: 128 });
    reader.push(Buffer.concat([bytes, bytes, bytes]));
    expect(messages).toHaveLength(1);
    reader.release();
    expect(messages).toHaveLength(3);
  });
});
