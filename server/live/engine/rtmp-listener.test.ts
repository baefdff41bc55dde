import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { rtmpBytes, sendRaw } from '#test/encoder.ts';
import { firstPair } from '#test/rtmps-certificates.ts';
import type { MediaTag, Publication, PublishAnswer } from './publication.ts';
import { ChunkReader, encodeChunks, type RtmpMessage } from './rtmp-chunks.ts';
import { listenForRtmp, type RtmpListener, type RtmpListenerOptions } from './rtmp-listener.ts';

let listener: RtmpListener | null = null;
afterEach(async () => {
  await listener?.close();
  listener = null;
});

type Kept = { tags: MediaTag[]; ended: number };

function publicationInto(kept: Kept): Publication {
  return {
    attach: () => undefined,
    take: (tag) => {
      kept.tags.push(tag);
      return true;
    },
    ended: () => {
      kept.ended += 1;
    },
  };
}

async function listen(options: Partial<RtmpListenerOptions> = {}) {
  const kept: Kept = { tags: [], ended: 0 };
  const authorise = async ({ streamKey }: { streamKey: string }): Promise<PublishAnswer> =>
    streamKey === 'good'
      ? { ok: true, publication: publicationInto(kept) }
      : { ok: false, reason: 'unknown_key', message: 'This stream key is not known.' };
  listener = await listenForRtmp({ port: 0, authorise, ...options });
  return { listener, kept };
}

/** Nobody is sent away for want of patience. */
const endless = { silenceMs: 600_000, publishWithinMs: 600_000 };

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** The messages of an answer, after the handshake. */
function messagesOf(answer: Buffer): RtmpMessage[] {
  const messages: RtmpMessage[] = [];
  const reader = new ChunkReader({ message: 1_000_000, partial: 1_000_000 }, (message) => {
    messages.push(message);
    if (message.type === 1) reader.setChunkSize(message.body.readUInt32BE(0));
  });
  reader.push(answer.subarray(1 + 2 * 1_536));
  return messages;
}

/** A peer that stays until it goes or is sent away; `answer` is what it was told so far. */
function stay(port: number, bytes: Buffer = Buffer.alloc(0)) {
  const socket = connect({ port, host: '127.0.0.1' });
  const told: Buffer[] = [];
  socket.on('error', () => undefined).on('data', (part: Buffer) => told.push(part));
  if (bytes.length > 0) socket.write(bytes);
  const answer = () => Buffer.concat(told);
  const sentAway = new Promise<Buffer>((resolve) => socket.on('close', () => resolve(answer())));
  return { answer, go: () => void socket.destroy(), sentAway };
}

/** What such a peer was told before it was sent away; whoever is left alone fails by the clock. */
const sentAwayWith = (port: number, bytes?: Buffer): Promise<Buffer> => stay(port, bytes).sentAway;

const hello = () => Buffer.concat([rtmpBytes.greeting(), rtmpBytes.reply(), rtmpBytes.connect()]);
const sound = (timestamp: number) => rtmpBytes.message(8, Buffer.from([0xaf, 1, 2, 3]), timestamp);

describe('the RTMP listener', () => {
  it('hands the media of a publisher with a good key on, and says when it has gone', async () => {
    const { kept, listener: open } = await listen();
    const session = Buffer.concat([hello(), rtmpBytes.publish('good'), sound(10), sound(30)]);
    const peer = stay(open.port, session);
    await expect
      .poll(() => kept.tags.map((tag) => [tag.kind, tag.timestamp]))
      .toEqual([
        ['audio', 10],
        ['audio', 30],
      ]);
    await expect.poll(() => peer.answer().includes('NetStream.Publish.Start')).toBe(true);
    peer.go();
    await expect.poll(() => kept.ended).toBe(1);
  });

  it('tells a publisher with an unknown key so, and hangs up', async () => {
    const { kept, listener: open } = await listen(endless);
    const session = Buffer.concat([hello(), rtmpBytes.publish('bad'), sound(10)]);
    const answer = await sentAwayWith(open.port, session);
    expect(answer.includes('NetStream.Publish.BadName')).toBe(true);
    expect(answer.includes('This stream key is not known.')).toBe(true);
    expect(kept.tags).toEqual([]);
  });

  it('keeps no byte of media before the key has been checked', async () => {
    const order: string[] = [];
    const kept: Kept = { tags: [], ended: 0 };
    const publication = publicationInto(kept);
    const { listener: open } = await listen({
      authorise: async () => {
        await pause(150);
        order.push('checked');
        const take = (tag: MediaTag) => order.push(tag.kind) > 0;
        return { ok: true, publication: { ...publication, take } };
      },
    });
    const peer = stay(open.port, Buffer.concat([hello(), rtmpBytes.publish('x'), sound(1)]));
    await expect.poll(() => order).toEqual(['checked', 'audio']);
    peer.go();
  });

  it('refuses to play', async () => {
    const { listener: open } = await listen();
    const session = Buffer.concat([hello(), rtmpBytes.command('play', 4, null, 'good')]);
    const failed = 'NetStream.Play.Failed';
    expect((await sendRaw(open.port, session, 10_000, failed)).includes(failed)).toBe(true);
  });

  it('drops a peer that says nothing, and one that never publishes', async () => {
    const { listener: silent } = await listen({ silenceMs: 200, publishWithinMs: 600_000 });
    await sentAwayWith(silent.port, rtmpBytes.greeting());
    await expect.poll(() => silent.connections()).toBe(0);
    await silent.close();
    const { listener: idle } = await listen({ silenceMs: 600_000, publishWithinMs: 200 });
    expect((await sentAwayWith(idle.port, hello())).length).toBeGreaterThan(3_000);
    await expect.poll(() => idle.connections()).toBe(0);
  });

  it('limits connections from one address', async () => {
    const { listener: open } = await listen({ maxPerAddress: 2 });
    const held = [stay(open.port, hello()), stay(open.port, hello())];
    await expect.poll(() => open.connections()).toBe(2);
    expect((await sentAwayWith(open.port, hello())).length).toBe(0);
    await expect.poll(() => held.every(({ answer }) => answer().length > 3_000)).toBe(true);
    for (const { go } of held) go();
  });

  it('limits connections in all, wherever they come from', async () => {
    const { listener: open } = await listen({ maxConnections: 2, maxPerAddress: 500 });
    const held = [stay(open.port, hello()), stay(open.port, hello())];
    await expect.poll(() => open.connections()).toBe(2);
    expect((await sentAwayWith(open.port, hello())).length).toBe(0);
    for (const { go } of held) go();
    await expect.poll(() => open.connections()).toBe(0);
    const welcome = 'NetConnection.Connect.Success';
    expect((await sendRaw(open.port, hello(), 10_000, welcome)).includes(welcome)).toBe(true);
  });

  it.each([1, 2, 128, 65_536, 16 * 1024 * 1024 - 1])(
    'takes chunks of %i bytes',
    async (chunkSize) => {
      const { kept, listener: open } = await listen();
      const body = Buffer.concat([Buffer.from([0x17, 1]), Buffer.alloc(3_000, 5)]);
      const picture = { type: 9, streamId: 1, timestamp: 40, body };
      const session = [
        ...[hello(), rtmpBytes.publish('good'), rtmpBytes.message(1, uint32(chunkSize))],
        encodeChunks(picture, { chunkStreamId: 6, chunkSize }),
      ];
      void sendRaw(open.port, Buffer.concat(session), 3_000);
      await expect.poll(() => kept.tags.map((tag) => tag.body)).toEqual([body]);
    },
  );

  it.each([
    ['no bytes', 0],
    ['a negative number of bytes', 0x80000001],
    ['the largest number there is', 0xffffffff],
    ['more than 16 MB', 16 * 1024 * 1024 + 1],
  ])('drops a peer that announces chunks of %s', async (_what, size) => {
    const { kept, listener: open } = await listen(endless);
    const session = [hello(), rtmpBytes.publish('good'), rtmpBytes.message(1, uint32(size))];
    await sentAwayWith(open.port, Buffer.concat([...session, sound(10)]));
    await expect.poll(() => [open.connections(), kept.ended]).toEqual([0, 1]);
    expect(kept.tags).toEqual([]);
  });

  it('drops a peer whose values are nested without end', async () => {
    const { listener: open } = await listen(endless);
    const objects = Buffer.from('03000161'.repeat(2_000), 'hex');
    const arrays = Buffer.from('0a00000001'.repeat(2_000), 'hex');
    for (const bomb of [objects, arrays]) {
      const call = Buffer.concat([Buffer.from('020007636f6e6e656374', 'hex'), bomb]);
      const answer = await sentAwayWith(
        open.port,
        Buffer.concat([rtmpBytes.greeting(), rtmpBytes.reply(), rtmpBytes.message(20, call)]),
      );
      expect(answer.includes('NetConnection')).toBe(false);
    }
    await expect.poll(() => open.connections()).toBe(0);
  });

  it('answers every handshake as the plain one, with an echo of what the peer sent', async () => {
    const { listener: open } = await listen();
    // As Flash and old encoders begin, who would put a digest into these bytes: 9.0.124.2.
    const greeting = Buffer.concat([
      Buffer.from([3, 0, 0, 0, 9, 9, 0, 124, 2]),
      Buffer.alloc(1_528, 6),
    ]);
    const session = [greeting, rtmpBytes.reply(), rtmpBytes.connect(), rtmpBytes.publish('good')];
    const start = 'NetStream.Publish.Start';
    const answer = await sendRaw(open.port, Buffer.concat(session), 5_000, start);
    expect(answer.includes(start)).toBe(true);
    expect([answer[0], answer.readUInt32BE(5)]).toEqual([3, 0]);
    expect(answer.subarray(1 + 1_536, 1 + 2 * 1_536)).toEqual(greeting.subarray(1));
  });

  it('acknowledges what it has received, answers pings, and sends its own', async () => {
    const { listener: open } = await listen({ silenceMs: 2_000 });
    const window = rtmpBytes.message(5, uint32(65_536));
    const ping = rtmpBytes.message(4, Buffer.concat([Buffer.from([0, 6]), uint32(4_711)]));
    const much = rtmpBytes.message(8, Buffer.alloc(70_000, 1));
    const session = Buffer.concat([hello(), rtmpBytes.publish('good'), window, ping, much]);
    // Nothing follows: it is dropped as silent, some pings later.
    const messages = messagesOf(await sentAwayWith(open.port, session));
    const acknowledged = messages.find((one) => one.type === 3)?.body.readUInt32BE(0);
    expect(acknowledged).toBeGreaterThan(65_536);
    expect(acknowledged).toBeLessThanOrEqual(session.length);
    const events = messages.filter((one) => one.type === 4).map(({ body }) => body.readUInt16BE(0));
    expect(new Set(events)).toEqual(new Set([0, 6, 7]));
    const pong = messages.find(({ type, body }) => type === 4 && body.readUInt16BE(0) === 7);
    expect(pong?.body.readUInt32BE(2)).toBe(4_711);
  });

  it.each([
    ['drops a peer that asks and asks without reading the answers', false],
    ['answers a peer that asks and asks and reads the answers', true],
  ])('%s', async (_what, isRead) => {
    const { listener: open } = await listen();
    const socket = connect({ port: open.port, host: '127.0.0.1' });
    socket.on('error', () => undefined);
    let isClosed = false;
    const closed = new Promise<void>((resolve) => {
      socket.on('close', () => {
        isClosed = true;
        resolve();
      });
    });
    socket.write(Buffer.concat([rtmpBytes.greeting(), rtmpBytes.reply()]));
    await expect.poll(() => open.connections()).toBe(1);
    let read = 0;
    if (isRead) socket.on('data', ({ length }) => (read += length));
    else socket.pause();
    const many = Buffer.concat(Array.from({ length: 1_000 }, () => rtmpBytes.connect()));
    // Each is answered with 240 bytes: in all more than any system holds for who does not read.
    const most = isRead ? 60 : 600;
    for (let sent = 1; sent <= most && !isClosed && open.connections() > 0; sent += 1) {
      const isTaken = socket.write(many);
      // Who reads has all answers before they ask for more, however slow the machine is.
      const answered = () => expect(read).toBeGreaterThanOrEqual(sent * 240_000);
      if (isRead) await vi.waitFor(answered, { timeout: 15_000, interval: 2 });
      else if (!isTaken)
        await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), closed]);
    }
    const left = isRead ? 1 : 0;
    await expect.poll(() => open.connections()).toBe(left);
    socket.destroy();
  });

  it('counts peers of both doors, and those that speak no TLS at the secure one', async () => {
    const { certificate: cert, key } = firstPair;
    const secure = { port: 0, certificate: { cert, key } };
    const { listener: open } = await listen({ secure, maxConnections: 2 });
    const held = [stay(open.port, hello()), stay(open.securePort ?? 0)];
    await expect.poll(() => open.connections()).toBe(2);
    expect((await sentAwayWith(open.port, hello())).length).toBe(0);
    for (const { go } of held) go();
    await expect.poll(() => open.connections()).toBe(0);
    await sentAwayWith(open.securePort ?? 0, hello());
    await expect.poll(() => open.connections()).toBe(0);
    await open.close();
    // One that does not even greet is gone soon.
    const { listener: short } = await listen({ secure, publishWithinMs: 500 });
    await sentAwayWith(short.securePort ?? 0);
    await expect.poll(() => short.connections()).toBe(0);
  });

  it('lets a good publisher stream on while two hundred send nonsense', async () => {
    const { kept, listener: open } = await listen({ maxPerAddress: 500 });
    const good = connect({ port: open.port, host: '127.0.0.1' });
    good.write(Buffer.concat([hello(), rtmpBytes.publish('good')]));
    let isOver = false;
    const flood = Array.from({ length: 200 }, async (_, worker) => {
      for (let round = 0; round < 5; round += 1) {
        // Those with a good key would stream into the same list.
        const seed = (worker * 5 + round) * 3 + 1;
        await sendRaw(open.port, malformed(seed), 100);
      }
    });
    const flooded = Promise.all(flood).then(() => {
      isOver = true;
    });
    const delays: number[] = [];
    const times: number[] = [];
    const heard = () => kept.tags.filter(({ timestamp }) => timestamp >= 1_000_000);
    for (let at = 1_000_000; !isOver || times.length < 20; at += 20) {
      times.push(at);
      const sentAt = performance.now();
      good.write(sound(at));
      await vi.waitFor(() => expect(heard().length).toBe(times.length), {
        timeout: 15_000,
        interval: 2,
      });
      delays.push(performance.now() - sentAt);
    }
    await flooded;
    expect(heard().map(({ timestamp }) => timestamp)).toEqual(times);
    expect(delays.toSorted((a, b) => a - b)[delays.length >> 1]).toBeLessThan(500);
    good.destroy();
    await expect.poll(() => open.connections()).toBe(0);
  });

  it('survives 10,000 malformed streams with bounded memory', async () => {
    const { listener: open } = await listen({ maxPerAddress: 500 });
    const before = heldBytes();
    const total = 10_000;
    let next = 0;
    const workers = Array.from({ length: 64 }, async () => {
      while (next < total) {
        const seed = next;
        next += 1;
        await sendRaw(open.port, malformed(seed), 40);
      }
    });
    await Promise.all(workers);
    expect((heldBytes() - before) / 1e6).toBeLessThan(50);
    const good = Buffer.concat([hello(), rtmpBytes.publish('good')]);
    const welcome = 'NetStream.Publish.Start';
    expect((await sendRaw(open.port, good, 10_000, welcome)).includes(welcome)).toBe(true);
    await expect.poll(() => open.connections()).toBe(0);
  });
});

/** What is in memory and in use: whatever could be thrown away has been. */
function heldBytes(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** The same nonsense for the same number: a run that fails can be repeated. */
function malformed(seed: number): Buffer {
  const noise = (length: number): Buffer => {
    const parts: Buffer[] = [];
    for (let part = 0; part * 32 < length; part += 1) {
      parts.push(createHash('sha256').update(`${seed} ${part}`).digest());
    }
    return Buffer.concat(parts).subarray(0, length);
  };
  const random = noise(16);
  const size = random.readUInt16BE(0) % 2_000;
  const session = Buffer.concat([
    hello(),
    rtmpBytes.publish(seed % 3 === 0 ? 'good' : 'bad'),
    sound(10),
    rtmpBytes.message(9, noise(300)),
  ]);
  switch (seed % 8) {
    case 0:
      return noise(size);
    case 1:
      return Buffer.concat([hello(), noise(size)]);
    case 2:
      return Buffer.concat([hello(), rtmpBytes.publish('good'), noise(size)]);
    case 3:
      return Buffer.concat([hello(), rtmpBytes.message(20, noise(size))]);
    case 4:
      return Buffer.concat([hello(), rtmpBytes.message(random[2] ?? 0, noise(size % 40))]);
    case 5:
      return session.subarray(0, random.readUInt32BE(4) % session.length);
    case 6: {
      const flipped = Buffer.from(session);
      for (let at = 0; at < 8; at += 1) {
        flipped[noise(64).readUInt32BE(at * 4) % flipped.length] = random[at] ?? 0;
      }
      return flipped;
    }
    default:
      // A chunk size, then a message that claims 16 MB.
      return Buffer.concat([
        hello(),
        rtmpBytes.message(1, noise(4)),
        Buffer.from([0x06, 0, 0, 0, 0xff, 0xff, 0xff, 9, 1, 0, 0, 0]),
        noise(size),
      ]);
  }
}
