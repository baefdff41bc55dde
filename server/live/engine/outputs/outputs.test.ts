import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { rtmpBytes } from '#test/encoder.ts';
import { certificate, certificateKey } from '#test/push-certificate.ts';
import { Show } from '#test/relayed-show.ts';
import { type Received, type ReceiverOptions, startReceiver } from '#test/rtmp-receiver.ts';
import { Output, type OutputSettings, type OutputStatus } from './output.ts';
import { OutputSet } from './output-set.ts';

const settings: OutputSettings = {
  reach: { allowsInside: true, own: { ports: [1], host: 'own.example.com' } },
  connectMs: 4_000,
  stallMs: 4_000,
  quietMs: 10_000,
  doubtMs: 0,
  longestPauseMs: 50,
};

const shows: Show[] = [];
const outputs: Output[] = [];
afterEach(() => {
  for (const show of shows.splice(0)) show.pause();
  for (const output of outputs.splice(0)) output.stop();
});

function aShow(): Show {
  const show = new Show();
  shows.push(show);
  return show.begin();
}

async function aReceiver(options?: ReceiverOptions) {
  const receiver = await startReceiver(options);
  onTestFinished(() => receiver.close());
  return { ...receiver, url: `rtmp://127.0.0.1:${receiver.port}/live/two` };
}

/** An output with everything that it was, one after the other. */
function anOutput(show: Show, url: string, more: Partial<OutputSettings> & { key?: string } = {}) {
  const { key = 'a-good-key', ...others } = more;
  const history: OutputStatus[] = [];
  const output: Output = new Output(
    { id: 'one', url, key },
    {
      relay: show.relay,
      settings: { ...settings, ...others },
      changed: () => void history.push(output.status),
    },
  );
  outputs.push(output);
  return { output, history };
}

const until = <T>(check: () => T) => vi.waitFor(check, { timeout: 15_000, interval: 5 });
const untilIs = (output: Output, state: OutputStatus['state']) =>
  until(() => expect(output.status.state).toBe(state));
const mediaOf = ({ tags }: Received) => tags.filter(({ kind }) => kind !== 'script');
const startsOf = (received: Received) =>
  received.tags.slice(0, 4).map(({ kind, body }) => [kind, body[1]]);

async function aListener(answer: (server: Server) => void): Promise<number> {
  const server = createServer();
  answer(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as { port: number }).port;
}

type Script = {
  hearsKey: (socket: Socket) => void;
  hears?: (said: string) => void;
  more?: (said: string) => object;
};

/** A far server of which a test says every word. */
const aScriptedServer = ({ hearsKey, hears, more }: Script): Promise<number> =>
  aListener((server) =>
    server.on('connection', (socket) => {
      const { command, greeting, reply } = rtmpBytes;
      socket.write(Buffer.concat([greeting(), reply()]));
      socket.on('error', () => undefined);
      socket.on('data', (bytes) => {
        const said = bytes.toString('latin1');
        hears?.(said);
        const info = { level: 'status', code: 'NetConnection.Connect.Success', ...more?.(said) };
        if (said.includes('tcUrl')) socket.write(command('_result', 1, null, info));
        else if (said.includes('createStream')) socket.write(command('_result', 4, null, 1));
        else if (said.includes('publish')) hearsKey(socket);
      });
    }),
  );

describe('an output', () => {
  it('waits until something is on air, then sends it as it is', async () => {
    const { url, taken, asked } = await aReceiver();
    const show = aShow();
    show.relay.lastTagAt = null;
    const { output, history } = anOutput(show, url);
    expect(output.status).toMatchObject({ state: 'waiting', fault: null, nextTryAtMs: null });
    show.play();
    await until(() => expect(taken[0]?.tags.length).toBeGreaterThan(30));
    expect(history.map(({ state }) => state)).toEqual(['connecting', 'sending']);
    expect(asked).toMatchObject([{ app: 'live', streamKey: 'a-good-key' }]);
    const [received] = taken;
    if (!received) return;
    // Metadata, both configurations, then a keyframe.
    expect(startsOf(received)).toEqual([
      ['script', expect.anything()],
      ['video', 0],
      ['audio', 0],
      ['video', 1],
    ]);
    expect(received.tags[0]?.body.toString('latin1')).toContain('onMetaData');
    expect(received.tags[3]?.body[0]).toBe(0x17);
    expect(received.tags[3]?.timestamp).toBe(0);
  });

  it('is told apart from the others: whoever comes later begins with a keyframe, too', async () => {
    const [one, two] = [await aReceiver(), await aReceiver()];
    const show = aShow().play();
    anOutput(show, one.url);
    await until(() => expect(one.taken[0]?.tags.length).toBeGreaterThan(10));
    anOutput(show, two.url);
    await until(() => expect(two.taken[0]?.tags.length).toBeGreaterThan(10));
    expect(two.taken[0] && startsOf(two.taken[0]).map(([kind]) => kind)).toEqual([
      'script',
      'video',
      'audio',
      'video',
    ]);
  });

  it('takes leave when it is switched off', async () => {
    const [{ url, taken }, other] = [await aReceiver(), await aReceiver()];
    const show = aShow().play();
    const { output } = anOutput(show, url);
    await until(() => expect(taken[0]?.tags.length).toBeGreaterThan(4));
    output.stop();
    await until(() => expect(taken[0]?.isOver).toBe(true));
    const before = taken[0]?.tags.length;
    // The show goes on, and another one has it.
    anOutput(show, other.url);
    await until(() => expect(other.taken[0]?.tags.length).toBeGreaterThan(20));
    expect(taken).toHaveLength(1);
    expect(taken[0]?.tags.length).toBe(before);
  });

  it('goes on with another feed on the same connection, and its clock never runs back', async () => {
    const { url, taken } = await aReceiver();
    const show = aShow().play();
    anOutput(show, url);
    await until(() => expect(taken[0]?.tags.length).toBeGreaterThan(20));
    // The backup encoder has a clock of its own, and so has the main one when it is back.
    for (const at of [5_000_000, 70]) {
      const before = taken[0]?.tags.length ?? 0;
      show.at = at;
      show.begin();
      await until(() => expect(taken[0]?.tags.length).toBeGreaterThan(before + 20));
    }
    expect(taken).toHaveLength(1);
    const tags = taken[0]?.tags ?? [];
    const times = tags.map(({ timestamp }) => timestamp);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    const scripts = tags.flatMap(({ kind }, index) => (kind === 'script' ? [index] : []));
    expect(scripts).toHaveLength(3);
    for (const index of scripts) {
      const following = tags.slice(index + 1, index + 4);
      expect(following.map(({ kind, body }) => [kind, body[0], body[1]])).toEqual([
        ['video', 0x17, 0],
        ['audio', 0xaf, 0],
        ['video', 0x17, 1],
      ]);
    }
  });

  it('closes its connection when no encoder sends, and comes back with it', async () => {
    const { url, taken } = await aReceiver();
    const show = aShow().play();
    const { output } = anOutput(show, url, { quietMs: 1_000 });
    await until(() => expect(taken[0]?.tags.length).toBeGreaterThan(4));
    // Something has come just now, however long the machine was busy before.
    show.groups(1);
    output.look();
    expect(output.status.state).toBe('sending');
    show.pause();
    await until(() => {
      output.look();
      expect(output.status.state).toBe('waiting');
    });
    await until(() => expect(taken[0]?.isOver).toBe(true));
    show.begin().play();
    await until(() => expect(taken[1]?.tags.length).toBeGreaterThan(4));
    expect(taken[1] && mediaOf(taken[1])[2]?.timestamp).toBe(0);
  });
});

describe('a far server', () => {
  it('that is not there is tried again until it is', async () => {
    const gone = await startReceiver();
    await gone.close();
    const show = aShow().play();
    const { output, history } = anOutput(show, `rtmp://127.0.0.1:${gone.port}/live`);
    await until(() => expect(history.length).toBeGreaterThan(4));
    const failed = history.filter(({ state }) => state === 'retrying');
    expect(failed[0]?.fault).toEqual({ code: 'unreachable', said: '' });
    expect(failed[0]?.nextTryAtMs).toBeGreaterThan(failed[0]?.sinceMs ?? Number.NaN);
    const { taken } = await aReceiver({ port: gone.port });
    await until(() => expect(taken[0]?.tags.length).toBeGreaterThan(4));
    expect(output.status).toMatchObject({ state: 'sending', fault: null, nextTryAtMs: null });
  });

  it('that is killed is connected to again, and the show goes on', async () => {
    const first = await startReceiver();
    const show = aShow().play();
    const { output, history } = anOutput(show, `rtmp://127.0.0.1:${first.port}/live`);
    await untilIs(output, 'sending');
    await first.close();
    await until(() => expect(history.at(-1)?.state).not.toBe('sending'));
    expect(history.find(({ state }) => state === 'retrying')?.fault?.code).toBe('lost');
    const { taken } = await aReceiver({ port: first.port });
    await until(() => expect(taken[0]?.tags.length).toBeGreaterThan(4));
    expect(show.errors).toEqual([]);
  });

  it('that refuses the key is shown with its words, without the key, and tried more slowly', async () => {
    const refusal = ({ streamKey }: { streamKey: string }) => `Key ${streamKey} is not known.`;
    const { url, asked } = await aReceiver({ refusal });
    const { output } = anOutput(aShow().play(), url, {
      key: 'my-secret-key',
      longestPauseMs: 60_000,
    });
    await untilIs(output, 'refused');
    const { fault, nextTryAtMs, sinceMs } = output.status;
    expect(fault).toEqual({ code: 'refused', said: 'Key … is not known.' });
    expect((nextTryAtMs ?? 0) - sinceMs).toBeGreaterThan(20_000);
    expect(asked).toHaveLength(1);
  });

  it('that hangs up when it hears the key has refused it, also when it said "start" before', async () => {
    const start = { level: 'status', code: 'NetStream.Publish.Start' };
    const port = await aScriptedServer({ hearsKey: (socket) => socket.destroy() });
    const later = await aScriptedServer({
      hearsKey: (socket) => socket.end(rtmpBytes.command('onStatus', 0, null, start)),
    });
    const show = aShow().play();
    for (const place of [port, later]) {
      const { output } = anOutput(show, `rtmp://127.0.0.1:${place}/live`, { doubtMs: 3_000 });
      await until(() => expect(output.status.fault?.code).toBe('hung_up'));
    }
  });

  it('that has taken the key before has not refused it when the line is lost', async () => {
    const { url, taken, cut } = await aReceiver();
    const { output, history } = anOutput(aShow().play(), url, { doubtMs: 100 });
    await until(() => expect(taken[0]?.tags.length).toBeGreaterThan(40));
    for (const round of [1, 2]) {
      cut();
      await until(() => expect(taken.length).toBe(round + 1));
      await untilIs(output, 'sending');
    }
    const faults = history.flatMap(({ state, fault }) => (state === 'retrying' ? [fault] : []));
    expect(faults.map((fault) => fault?.code)).toEqual(['lost', 'lost']);
  });

  it('that cuts a show short is shown with its words', async () => {
    const { url, taken } = await aReceiver();
    const { output } = anOutput(aShow().play(), url, { longestPauseMs: 60_000 });
    await until(() => expect(taken[0]?.tags.length).toBeGreaterThan(4));
    taken[0]?.close('Your plan ends here.');
    await untilIs(output, 'refused');
    expect(output.status.fault).toEqual({ code: 'refused', said: 'Your plan ends here.' });
  });

  it('that takes the connection and says nothing is given up', async () => {
    const port = await aListener((server) => server.on('connection', () => undefined));
    const show = aShow().play();
    const { output } = anOutput(show, `rtmp://127.0.0.1:${port}/live`, { connectMs: 100 });
    await until(() => expect(output.status.fault?.code).toBe('timed_out'));
  });

  it.each([
    ['speaks another protocol', Buffer.from('SSH-2.0-OpenSSH_9.9\r\n')],
    [
      'sends nonsense after the greeting',
      Buffer.concat([rtmpBytes.greeting(), Buffer.alloc(9_999, 255)]),
    ],
    [
      'announces messages without end',
      Buffer.concat([
        rtmpBytes.greeting(),
        rtmpBytes.reply(),
        Buffer.from([3, 0, 0, 0, 0xff, 0xff, 0xff, 20, 0, 0, 0, 0]),
      ]),
    ],
  ])('that %s is left, and tried again', async (_how, bytes) => {
    const port = await aListener((server) =>
      server.on('connection', (socket) => socket.on('error', () => undefined).write(bytes)),
    );
    const { history } = anOutput(aShow().play(), `rtmp://127.0.0.1:${port}/live`);
    const tries = () => history.filter(({ state }) => state === 'retrying').length;
    await until(() => expect(tries()).toBeGreaterThan(1));
    expect(history.find(({ state }) => state === 'retrying')?.fault?.code).toBe('not_rtmp');
  });

  it('that stops reading loses whole groups; the queue is bounded and the show undisturbed', async () => {
    let isReading = false;
    const slow = await aReceiver({ reads: () => isReading });
    const good = await aReceiver();
    const show = aShow();
    const { output } = anOutput(show, slow.url, { stallMs: 60_000 });
    const { output: other } = anOutput(show, good.url);
    show.groups(1);
    await untilIs(output, 'sending');
    await untilIs(other, 'sending');
    let most = { bytes: 0, spanMs: 0 };
    const size = 200_000;
    // 36 MB, or as much as the sockets between us hold and more.
    let round = 0;
    for (; round < 90 || (output.waiting.dropped === 0 && round < 900); round += 1) {
      show.groups(1, size);
      const { bytes, spanMs } = output.waiting;
      most = { bytes: Math.max(most.bytes, bytes), spanMs: Math.max(most.spanMs, spanMs) };
      const sent = (round + 1) * 3;
      await until(() => {
        const received = good.taken[0] ? mediaOf(good.taken[0]).length : 0;
        expect(received).toBe(sent + 2);
      });
    }
    expect(most.bytes).toBeGreaterThan(1_000_000);
    expect(most.bytes).toBeLessThanOrEqual(8 * 1024 * 1024);
    expect(most.spanMs).toBeLessThanOrEqual(4_000);
    expect(output.waiting.dropped).toBeGreaterThan(0);
    expect(output.status).toMatchObject({ state: 'sending', fault: { code: 'too_slow' } });
    expect(other.status).toMatchObject({ state: 'sending', fault: null });
    // It reads again: what it gets are whole groups, each with its sound.
    isReading = true;
    slow.taken[0]?.resume();
    show.groups(1, size);
    const last = (show.at - 50) & 0xff;
    await until(() => expect(slow.taken[0]?.tags.at(-1)?.body.at(-1)).toBe(last));
    const kinds = slow.taken[0] ? mediaOf(slow.taken[0]).slice(2) : [];
    expect(kinds.length).toBeLessThan((round + 1) * 3);
    // A picture that leans on another follows the sound of its group, which follows its keyframe.
    const broken = kinds.filter(({ kind, body }, index) => {
      if (kind === 'video' && body[0] === 0x17) return false;
      const before = kinds[index - 1];
      return kind === 'audio' ? before?.body[0] !== 0x17 : before?.kind !== 'audio';
    });
    expect(broken).toEqual([]);
  });

  it('that takes nothing for long is left, and connected to anew', async () => {
    const { url, taken } = await aReceiver({ reads: () => false });
    const show = aShow();
    const { output, history } = anOutput(show, url, { stallMs: 150 });
    show.groups(1);
    await untilIs(output, 'sending');
    const timer = setInterval(() => show.groups(2, 500_000), 10);
    onTestFinished(() => clearInterval(timer));
    await until(() => expect(taken.length).toBeGreaterThan(1));
    expect(history.find(({ state }) => state === 'retrying')?.fault?.code).toBe('stalled');
  });
});

describe('a secure output', () => {
  const tls = { cert: certificate, key: certificateKey };
  const reach = { ...settings.reach, resolve: async () => ['127.0.0.1'] };

  it('is sent to the server that its certificate names', async () => {
    const { port, taken } = await aReceiver({ tls });
    const url = `rtmps://push.example.com:${port}/live`;
    anOutput(aShow().play(), url, { reach, ca: certificate });
    await until(() => expect(taken[0]?.tags.length).toBeGreaterThan(4));
  });

  it('is not sent to a server with the certificate of another, or of nobody', async () => {
    const { port, asked } = await aReceiver({ tls });
    const show = aShow().play();
    const other = anOutput(show, `rtmps://other.example.com:${port}/live`, {
      reach,
      ca: certificate,
    });
    const nobody = anOutput(show, `rtmps://push.example.com:${port}/live`, { reach });
    for (const { output } of [other, nobody]) {
      await until(() => expect(output.status.fault?.code).toBe('certificate'));
      expect(output.status.state).not.toBe('retrying');
    }
    expect(asked).toEqual([]);
  });
});

describe('a codec that needs Enhanced RTMP', () => {
  const hevc = (packet: number) =>
    Buffer.concat([Buffer.from([0x90 | packet]), Buffer.from('hvc1'), Buffer.alloc(20, 1)]);

  function playHevc(show: Show): void {
    const timer = setInterval(() => {
      for (const packet of [0, 1]) {
        const body = hevc(packet);
        show.relay.take({ kind: 'video', body, at: 1, timestamp: 1, arrivedMs: 1_000_001 });
      }
    }, 10);
    onTestFinished(() => clearInterval(timer));
  }

  it('is not sent to a server that does not say that it takes it', async () => {
    const { url, taken } = await aReceiver();
    const show = aShow();
    const { output } = anOutput(show, url);
    playHevc(show);
    await until(() => expect(output.status.fault?.code).toBe('codec'));
    expect(taken.flatMap(({ tags }) => tags).some(({ body }) => body.includes('hvc1'))).toBe(false);
  });

  it('is sent as it is to a server that does', async () => {
    const heard: string[] = [];
    const start = { level: 'status', code: 'NetStream.Publish.Start' };
    const port = await aScriptedServer({
      more: (said) => (said.includes('fourCcList') ? { fourCcList: ['av01', 'hvc1'] } : {}),
      hears: (said) => void heard.push(said),
      hearsKey: (socket) => socket.write(rtmpBytes.command('onStatus', 0, null, start)),
    });
    const show = aShow();
    const { output } = anOutput(show, `rtmp://127.0.0.1:${port}/live`);
    playHevc(show);
    await until(() => expect(heard.join('')).toContain(hevc(1).toString('latin1')));
    expect(output.status).toMatchObject({ state: 'sending', fault: null });
    // Servers of the old kind are asked as ever; only then it is said which codecs there are.
    const introductions = heard.filter((said) => said.includes('tcUrl'));
    expect(introductions.map((said) => said.includes('fourCcList'))).toEqual([false, true]);
  });
});

describe('the outputs of a broadcast', () => {
  it('are begun, changed and ended one by one', async () => {
    const { url, taken, asked } = await aReceiver();
    const show = aShow().play();
    const changed = vi.fn();
    const set = new OutputSet({ relay: show.relay, settings, changed });
    onTestFinished(() => set.close());
    const [one, two] = ['one', 'two'].map((id) => ({ id, url, key: `key-of-${id}` }));
    if (!one || !two) return;
    set.carry([one, two]);
    await until(() => expect(taken).toHaveLength(2));
    // The same again changes nothing; another key is another connection.
    set.carry([{ ...one }, { ...two, key: 'key-of-three' }]);
    await until(() =>
      expect(asked.map(({ streamKey }) => streamKey).toSorted()).toEqual([
        'key-of-one',
        'key-of-three',
        'key-of-two',
      ]),
    );
    await until(() => expect(set.statusOf('two')?.state).toBe('sending'));
    const before = taken.find((received) => received.asked.streamKey === 'key-of-one');
    expect(before?.isOver).toBe(false);
    set.carry([]);
    expect(set.statusOf('one')).toBeNull();
    await until(() => expect(taken.every(({ isOver }) => isOver)).toBe(true));
    expect(changed).toHaveBeenCalled();
  });
});
