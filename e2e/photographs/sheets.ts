import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Shot } from './take.ts';

const perSheet = 24;
const gap = 12;
const label = 22;

type Cell = { image: Buffer; name: string };

/** Sheets of small pictures, by width, scheme and language: one looks through them in a minute. */
export async function writeSheets(shots: Shot[], folder: string): Promise<string[]> {
  mkdirSync(folder, { recursive: true });
  const groups = Map.groupBy(shots, ({ language, scheme, width }) =>
    [language, scheme, width].join('-'),
  );
  const files: string[] = [];
  for (const [name, group] of groups) {
    for (let start = 0; start < group.length; start += perSheet) {
      const file = join(folder, `${name}-${start / perSheet + 1}.jpg`);
      await writeSheet(group.slice(start, start + perSheet), file);
      files.push(file);
    }
  }
  return files;
}

async function writeSheet(shots: Shot[], file: string): Promise<void> {
  const narrow = (shots[0]?.width ?? 0) < 700;
  const [columns, width, height] = narrow ? [8, 220, 620] : [4, 460, 420];
  const cells: Cell[] = [];
  for (const shot of shots) {
    const image = await sharp(shot.file)
      .resize({ width, withoutEnlargement: true })
      .toBuffer({ resolveWithObject: true });
    const cut = {
      left: 0,
      top: 0,
      width: image.info.width,
      height: Math.min(image.info.height, height),
    };
    cells.push({ image: await sharp(image.data).extract(cut).toBuffer(), name: shot.scene });
  }
  const rows = Math.ceil(cells.length / columns);
  const place = (index: number) => ({
    left: gap + (index % columns) * (width + gap),
    top: gap + Math.floor(index / columns) * (height + label + gap),
  });
  const layers = cells.flatMap(({ image, name }, index) => {
    const { left, top } = place(index);
    return [
      { input: Buffer.from(titleOf(name, width)), left, top },
      { input: image, left, top: top + label },
    ];
  });
  await sharp({
    create: {
      width: gap + columns * (width + gap),
      height: gap + rows * (height + label + gap),
      channels: 3,
      background: '#888888',
    },
  })
    .composite(layers)
    .jpeg({ quality: 84 })
    .toFile(file);
}

const titleOf = (name: string, width: number) =>
  `<svg width="${width}" height="${label}"><text x="2" y="16" font-family="sans-serif" font-size="14" fill="#fff">${name}</text></svg>`;
