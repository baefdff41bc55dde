import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';
import { castList } from '#server/demo/cast.ts';

// Streams a moving test picture with a clock and sound to a product of a running Platea, as an
// encoder would: npm run demo:broadcast [-- --url http://localhost:3000 --product <slug>]
const { values } = parseArgs({
  options: {
    url: { type: 'string', default: `http://localhost:${process.env.PORT ?? 3000}` },
    product: { type: 'string', default: 'ensayo-abierto-la-luz-del-faro' },
    email: { type: 'string' },
    password: { type: 'string' },
    seconds: { type: 'string' },
    size: { type: 'string', default: '1280x720' },
  },
});

const organizer = castList.find(({ key }) => key === 'teatro');
const key = await streamKey();
const ffmpeg = spawn('ffmpeg', encoderArguments(key), { stdio: ['ignore', 'inherit', 'pipe'] });
// What ffmpeg says of its address holds the key, which belongs on no screen.
ffmpeg.stderr.on('data', (said) => process.stderr.write(String(said).replaceAll(key, 'the show')));
ffmpeg.on('error', () => stopWith('ffmpeg is not installed: apt-get install ffmpeg'));
ffmpeg.on('exit', (code) => process.exit(code ?? 0));
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => ffmpeg.kill('SIGINT'));
console.log(
  `Streaming to ${values.product}. Watch: ${values.url}/player/${values.product}. Ctrl-C ends the picture; the show is ended on its desk page.`,
);

/** Logs in as the organizer and asks for the address that encoders stream to. */
async function streamKey(): Promise<string> {
  const email = values.email ?? organizer?.email;
  const password = values.password ?? organizer?.password;
  const session = await ask('/api/sessions', { method: 'POST', body: { email, password } });
  const broadcast = await ask(`/api/desk/products/${values.product}/broadcast`, {
    token: String(session.authToken),
  });
  return `${broadcast.rtmpUrl}/${broadcast.streamKey}`;
}

async function ask(
  path: string,
  { method = 'GET', body, token }: { method?: string; body?: object; token?: string },
): Promise<Record<string, unknown>> {
  const answer = await fetch(values.url + path, {
    method,
    headers: {
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  }).catch(() => stopWith(`Nothing answers at ${values.url}. Start Platea first: npm start`));
  const said = (await answer.json()) as Record<string, unknown>;
  if (!answer.ok) stopWith(`${path}: ${said.message}`);
  return said;
}

function encoderArguments(address: string): string[] {
  const clock =
    "drawtext=text='%{localtime\\:%H\\\\\\:%M\\\\\\:%S}':fontsize=h/8:fontcolor=white:box=1:boxcolor=black@0.6:boxborderw=20:x=(w-tw)/2:y=h-th-40";
  const sound =
    'aevalsrc=0.25*sin(2*PI*(330+110*sin(2*PI*t/8))*t)*(0.6+0.4*sin(2*PI*2*t)):s=48000:c=stereo';
  return [
    ...['-hide_banner', '-loglevel', 'error', '-re', '-f', 'lavfi'],
    ...['-i', `testsrc2=size=${values.size}:rate=25,${clock}`, '-f', 'lavfi', '-i', sound],
    ...(values.seconds ? ['-t', values.seconds] : []),
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-tune', 'zerolatency', '-pix_fmt', 'yuv420p'],
    ...['-g', '50', '-keyint_min', '50', '-sc_threshold', '0', '-b:v', '2500k'],
    ...['-c:a', 'aac', '-b:a', '128k', '-f', 'flv', address],
  ];
}

function stopWith(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}
