import { describe, expect, it } from 'vitest';
import { ffmpegCommand, larixLink, settingsText, wantedAt, wantedFor } from './recommended.ts';

const values = {
  rtmpUrl: 'rtmp://live.example:1935/live',
  streamKey: 'live_1',
  backupKey: 'back_2',
};
const labels = {
  server: 'Server',
  key: 'Key',
  backup: 'Backup',
  size: 'Size',
  video: 'Video',
  keyframes: 'Keyframes',
  encoder: 'Encoder',
  sound: 'Sound',
};

describe('what an encoder is set to', () => {
  it('follows the picture that it sends, also an upright one', () => {
    const source = { framesPerSecond: 25, sound: null };
    expect(wantedFor({ ...source, width: 720, height: 1280 }).height).toBe(720);
    expect(wantedFor({ ...source, width: 320, height: 180 }).height).toBe(360);
    expect(wantedFor(null).height).toBe(1080);
  });

  it('is copied whole, a line each', () => {
    expect(settingsText(labels, values, wantedAt(720)).split('\n')).toEqual([
      'Server: rtmp://live.example:1935/live',
      'Key: live_1',
      'Backup: back_2',
      'Size: 1280 × 720, 30 fps',
      'Video: H.264, CBR 3000 kbit/s',
      'Keyframes: 2 s',
      'Encoder: x264 veryfast, profile main | NVENC P5, quality, B-frames 2',
      'Sound: AAC, 160 kbit/s, 48 kHz',
    ]);
  });

  it('is a line for a terminal, and a link for a phone', () => {
    const address = 'rtmp://live.example/live/live_1';
    const line = ffmpegCommand(address, wantedAt(1080)).replaceAll(/\s*\\\n\s*/g, ' ');
    expect(line).toContain('-b:v 5000k -maxrate 5000k -bufsize 10000k -g 60 -keyint_min 60');
    expect(line.endsWith(`-f flv "${address}"`)).toBe(true);
    const link = new URL(larixLink(address, 'Night train'));
    expect(link.protocol).toBe('larix:');
    expect(link.searchParams.get('conn[][url]')).toBe(address);
  });
});
