import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

/** A screen in memory, for programs that have windows; `name` is what they find it by. */
export type Screen = { name: string; close: () => void };

export async function openScreen(): Promise<Screen> {
  const child: ChildProcess = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x800x24'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const told = child.stdio[3] as Readable;
  const [number] = (await once(told, 'data')) as [Buffer];
  return { name: `:${number.toString().trim()}`, close: () => void child.kill() };
}

type Show = { server: string; key: string; width: number; height: number };

const ini = (sections: Record<string, Record<string, string | number | boolean>>): string =>
  Object.entries(sections)
    .map(([name, values]) => {
      const lines = Object.entries(values).map(([key, value]) => `${key}=${value}`);
      return [`[${name}]`, ...lines, ''].join('\n');
    })
    .join('\n');

const named = 'Stage';
const emptyScene = {
  ...{ name: named, current_scene: 'Scene', current_program_scene: 'Scene' },
  scene_order: [{ name: 'Scene' }],
  sources: [{ id: 'scene', versioned_id: 'scene', name: 'Scene', settings: { items: [] } }],
};

/**
 * OBS Studio with an empty scene, as it is after its first start, that begins to stream by itself.
 * Its keyframes are left to it ("auto"), as most people leave them. Answers its command line.
 */
export async function prepareObs(folder: string, screen: Screen, show: Show): Promise<string[]> {
  const { server, key, width, height } = show;
  const home = join(folder, `obs-${key}`);
  const settings = join(home, '.config', 'obs-studio');
  const profile = join(settings, 'basic', 'profiles', named);
  await mkdir(join(settings, 'basic', 'scenes'), { recursive: true });
  await mkdir(profile, { recursive: true });
  await chmod(home, 0o700);
  await writeFile(
    join(settings, 'global.ini'),
    ini({
      General: { FirstRun: true, EnableAutoUpdates: false },
      Basic: {
        ...{ Profile: named, ProfileDir: named },
        ...{ SceneCollection: named, SceneCollectionFile: named },
      },
    }),
  );
  await writeFile(join(settings, 'basic', 'scenes', `${named}.json`), JSON.stringify(emptyScene));
  const size = { BaseCX: width, BaseCY: height, OutputCX: width, OutputCY: height };
  await writeFile(
    join(profile, 'basic.ini'),
    ini({
      General: { Name: named },
      Output: { Mode: 'Simple' },
      SimpleOutput: { VBitrate: 800, ABitrate: 96, StreamEncoder: 'x264', Preset: 'ultrafast' },
      Video: { ...size, FPSType: 0, FPSCommon: '25 PAL' },
      Audio: { SampleRate: 48_000, ChannelSetup: 'Stereo' },
    }),
  );
  const service = { type: 'rtmp_custom', settings: { server, key, use_auth: false } };
  await writeFile(join(profile, 'service.json'), JSON.stringify(service));
  return [
    ...['env', '-u', 'XDG_CONFIG_HOME', `HOME=${home}`, `XDG_RUNTIME_DIR=${home}`],
    ...[`DISPLAY=${screen.name}`, 'LIBGL_ALWAYS_SOFTWARE=1'],
    ...['obs', '--multi', '--startstreaming', '--profile', named, '--collection', named],
  ];
}
