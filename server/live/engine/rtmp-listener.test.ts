import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { rtmpBytes, sendRaw } from '#test/encoder.ts';
import type { MediaTag, Publication, PublishAnswer } from './publication.ts';
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

const hello = () => Buffer.concat([rtmpBytes.greeting(), rtmpBytes.reply(), rtmpBytes.connect()]);
const sound = (timestamp: number) => rtmpBytes.message(8, Buffer.from([0xaf, 1, 2, 3]), timestamp);

describe('the RTMP listener', () => {
  it('hands the media of a publisher with a good key on, and says when it has gone', async () => {
    const { kept, listener: open } = await listen();
    const session = Buffer.concat([hello(), rtmpBytes.publish('good'), sound(10), sound(30)]);
    const answer = await sendRaw(open.port, session, 1_000);
    expect(answer.includes('NetStream.Publish.Start')).toBe(true);
    expect(kept.tags.map((tag) => [tag.kind, tag.timestamp])).toEqual([
      ['audio', 10],
      ['audio', 30],
    ]);
    await vi.waitFor(() => expect(kept.ended).toBe(1));
  });

  it('tells a publisher with an unknown key so, and hangs up', async () => {
    const { kept, listener: open } = await listen();
    const session = Buffer.concat([hello(), rtmpBytes.publish('bad'), sound(10)]);
    const began = performance.now();
    const answer = await sendRaw(open.port, session, 2_000);
    expect(answer.includes('NetStream.Publish.BadName')).toBe(true);
    expect(answer.includes('This stream key is not known.')).toBe(true);
    expect(performance.now() - began).toBeLessThan(1_500);
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
    await sendRaw(open.port, Buffer.concat([hello(), rtmpBytes.publish('x'), sound(1)]), 400);
    expect(order).toEqual(['checked', 'audio']);
  });

  it('refuses to play', async () => {
    const { listener: open } = await listen();
    const session = Buffer.concat([hello(), rtmpBytes.command('play', 4, null, 'good')]);
    expect((await sendRaw(open.port, session)).includes('NetStream.Play.Failed')).toBe(true);
  });

  it('drops a peer that says nothing, and one that never publishes', async () => {
    const { listener: open } = await listen({ silenceMs: 200, publishWithinMs: 600 });
    const silent = performance.now();
    await sendRaw(open.port, rtmpBytes.greeting(), 3_000);
    expect(performance.now() - silent).toBeLessThan(1_000);
    await vi.waitFor(() => expect(open.connections()).toBe(0));
  });

  it('limits connections from one address', async () => {
    const { listener: open } = await listen({ maxPerAddress: 2 });
    const held = [sendRaw(open.port, hello(), 600), sendRaw(open.port, hello(), 600)];
    await vi.waitFor(() => expect(open.connections()).toBe(2));
    expect((await sendRaw(open.port, hello(), 300)).length).toBe(0);
    expect((await Promise.all(held)).every((answer) => answer.length > 3_000)).toBe(true);
  });

  it('limits connections in all, wherever they come from', async () => {
    const { listener: open } = await listen({ maxConnections: 2, maxPerAddress: 500 });
    const held = [sendRaw(open.port, hello(), 600), sendRaw(open.port, hello(), 600)];
    await vi.waitFor(() => expect(open.connections()).toBe(2));
    expect((await sendRaw(open.port, hello(), 300)).length).toBe(0);
    await Promise.all(held);
    await vi.waitFor(() => expect(open.connections()).toBe(0));
    expect((await sendRaw(open.port, hello(), 600)).length).toBeGreaterThan(3_000);
  });

  it('survives 10,000 malformed streams with bounded memory', async () => {
    const { listener: open } = await listen({ maxPerAddress: 500 });
    globalThis.gc?.();
    const before = process.memoryUsage().rss;
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
    expect((process.memoryUsage().rss - before) / 1e6).toBeLessThan(200);
    const good = Buffer.concat([hello(), rtmpBytes.publish('good')]);
    const welcome = 'NetStream.Publish.Start';
    expect((await sendRaw(open.port, good, 10_000, welcome)).includes(welcome)).toBe(true);
    await vi.waitFor(() => expect(open.connections()).toBe(0));
  });
});

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
