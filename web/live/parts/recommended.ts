import { type BroadcastHealth, encoderSettings, keyframesEvery } from '#contract/live.ts';

export type Wanted = (typeof encoderSettings)[number];

const [first] = encoderSettings;
const last = encoderSettings[encoderSettings.length - 1] ?? first;

/** What an encoder should be set to for the picture that it sends. */
export function wantedFor(source: BroadcastHealth['source']): Wanted {
  const side = source ? Math.min(source.width, source.height) : first.height;
  return encoderSettings.find(({ height }) => side >= height * 0.9) ?? last;
}

export const wantedAt = (height: number): Wanted =>
  encoderSettings.find((one) => one.height === height) ?? first;

const frames = 30;

/** A line for a terminal: streams a file, or with another input whatever ffmpeg can read. */
export function ffmpegCommand(address: string, { height, kilobits }: Wanted): string {
  const interval = frames * keyframesEvery;
  return [
    'ffmpeg -re -i show.mp4',
    `-vf scale=-2:${height} -r ${frames} -c:v libx264 -preset veryfast -pix_fmt yuv420p`,
    `-b:v ${kilobits}k -maxrate ${kilobits}k -bufsize ${kilobits * 2}k`,
    `-g ${interval} -keyint_min ${interval} -sc_threshold 0`,
    `-c:a aac -b:a 160k -ar 48000 -ac 2 -f flv "${address}"`,
  ].join(' \\\n  ');
}

/** Opens Larix on a phone with server and key filled in. */
export function larixLink(address: string, name: string): string {
  const set = { 'conn[][name]': name, 'conn[][url]': address, 'conn[][active]': 'on' };
  return `larix://set/v1?${new URLSearchParams(set)}`;
}

type Labels = Record<
  'server' | 'key' | 'backup' | 'size' | 'video' | 'keyframes' | 'encoder' | 'sound',
  string
>;
type Values = { rtmpUrl: string; streamKey: string; backupKey: string };

/** Everything that an encoder is set to, a line each, to be pasted where the show is prepared. */
export function settingsText(labels: Labels, values: Values, wanted: Wanted): string {
  const { width, height, kilobits } = wanted;
  return [
    `${labels.server}: ${values.rtmpUrl}`,
    `${labels.key}: ${values.streamKey}`,
    `${labels.backup}: ${values.backupKey}`,
    `${labels.size}: ${width} × ${height}, ${frames} fps`,
    `${labels.video}: H.264, CBR ${kilobits} kbit/s`,
    `${labels.keyframes}: ${keyframesEvery} s`,
    `${labels.encoder}: x264 veryfast, profile main | NVENC P5, quality, B-frames 2`,
    `${labels.sound}: AAC, 160 kbit/s, 48 kHz`,
  ].join('\n');
}
