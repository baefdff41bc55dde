import sharp from 'sharp';

/** What a poster shows; each motif is drawn from the palette and a number that varies it. */
export type Motif =
  | 'spotlights'
  | 'sea'
  | 'moon'
  | 'ribbons'
  | 'strings'
  | 'city'
  | 'curtain'
  | 'rings';
export type Palette = [night: string, deep: string, glow: string, light: string];

export type Poster = { motif: Motif; palette: Palette; seed: number };

/** What organizers are asked for: larger ones would only cost time at the first start. */
const width = 1100;
const height = 650;

/** A picture drawn for the demo, as PNG of 1100 × 650. The same poster gives the same picture. */
export const drawPoster = (poster: Poster): Promise<Buffer> =>
  sharp(Buffer.from(svgOf(poster, width, height)))
    .png()
    .toBuffer();

/** What the head of a channel's page is cut from, as PNG of 1600 × 400. */
export const drawCover = (poster: Poster): Promise<Buffer> =>
  sharp(Buffer.from(svgOf(poster, 1600, 946)))
    .extract({ left: 0, top: 273, width: 1600, height: 400 })
    .png()
    .toBuffer();

/** A square mark for a channel: its motif, close up. */
export const drawLogo = (poster: Poster): Promise<Buffer> =>
  sharp(Buffer.from(svgOf(poster, width, height)))
    .extract({ left: (width - height) / 2, top: 0, width: height, height })
    .resize(640, 640)
    .png()
    .toBuffer();

/** Numbers between 0 and 1 that are the same for the same seed (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed * 2_654_435_761;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function svgOf({ motif, palette, seed }: Poster, w: number, h: number): string {
  const [night, deep, glow, light] = palette;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="0 0 1600 946">
    <defs>
      <linearGradient id="sky" x1="0" y1="0" x2="0.3" y2="1">
        <stop offset="0" stop-color="${night}"/><stop offset="1" stop-color="${deep}"/>
      </linearGradient>
      <radialGradient id="halo"><stop offset="0" stop-color="${light}" stop-opacity="0.95"/>
        <stop offset="0.35" stop-color="${glow}" stop-opacity="0.55"/><stop offset="1" stop-color="${glow}" stop-opacity="0"/>
      </radialGradient>
      <linearGradient id="beam" x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stop-color="${light}" stop-opacity="0.75"/><stop offset="1" stop-color="${glow}" stop-opacity="0"/>
      </linearGradient>
      <linearGradient id="dusk" x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stop-color="${glow}" stop-opacity="0"/><stop offset="1" stop-color="${glow}" stop-opacity="0.32"/>
      </linearGradient>
      <filter id="soft"><feGaussianBlur stdDeviation="14"/></filter>
      <radialGradient id="edge" cx="0.5" cy="0.45" r="0.75">
        <stop offset="0.55" stop-color="#000" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity="0.55"/>
      </radialGradient>
    </defs>
    <rect width="1600" height="946" fill="url(#sky)"/>
    ${motifs[motif](numbers(seed), palette)}
    <rect width="1600" height="946" fill="url(#edge)"/>
  </svg>`;
}

type Draw = (next: () => number, palette: Palette) => string;
const times = (count: number, draw: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => draw(index)).join('');

const motifs: Record<Motif, Draw> = {
  spotlights: (next, [, , glow, light]) => {
    const beams = times(5, (index) => {
      const from = 180 + index * 310 + next() * 60;
      const to = 380 + next() * 840;
      return `<polygon points="${from - 12},-20 ${from + 12},-20 ${to + 170},860 ${to - 170},860" fill="url(#beam)" opacity="${0.25 + next() * 0.35}"/>`;
    });
    const dust = times(
      90,
      () =>
        `<circle cx="${next() * 1600}" cy="${next() * 820}" r="${1 + next() * 3}" fill="${light}" opacity="${next() * 0.5}"/>`,
    );
    return `<g filter="url(#soft)"><ellipse cx="800" cy="850" rx="620" ry="90" fill="${glow}" opacity="0.5"/>${beams}</g>${dust}${microphone(800, 850, 1, '#0b0910')}`;
  },
  sea: (next, [night, , glow, light]) => {
    const waves = times(9, (index) =>
      wave(
        430 + index * 62,
        26 + index * 7,
        next() * 6,
        index % 2 ? glow : night,
        0.28 + index * 0.07,
      ),
    );
    return `<circle cx="${1050 + next() * 200}" cy="300" r="260" fill="url(#halo)"/><circle cx="1130" cy="300" r="96" fill="${light}"/>${waves}`;
  },
  moon: (next, [night, , , light]) => {
    const stars = times(
      130,
      () =>
        `<circle cx="${next() * 1600}" cy="${next() * 700}" r="${0.8 + next() * 2.2}" fill="${light}" opacity="${0.2 + next() * 0.8}"/>`,
    );
    const hills = times(
      3,
      (index) =>
        `<path d="M0 946 V${700 + index * 70} Q ${300 + next() * 300} ${560 + index * 90} 800 ${690 + index * 70} T 1600 ${650 + index * 80} V946 Z" fill="${night}" opacity="${0.6 + index * 0.2}"/>`,
    );
    return `${stars}<circle cx="520" cy="330" r="330" fill="url(#halo)"/><path d="M600 203 A150 150 0 1 0 647 410 A122 122 0 1 1 600 203 Z" fill="${light}"/>${hills}${microphone(1120, 760, 0.7, '#08070c')}`;
  },
  ribbons: (next, [, deep, glow, light]) =>
    times(14, (index) => {
      const y = 120 + index * 52;
      const bend = 160 + next() * 260;
      const colour = [glow, light, deep][index % 3];
      return `<path d="M-60 ${y + next() * 120} C 420 ${y - bend}, 860 ${y + bend}, 1660 ${y - 90 + next() * 220}" fill="none" stroke="${colour}" stroke-width="${10 + next() * 44}" stroke-linecap="round" opacity="${0.25 + next() * 0.5}"/>`;
    }) + microphone(980, 880, 1.05, '#0b0910'),
  strings: (next, [night, , glow, light]) => {
    const lines = times(26, (index) => {
      const x = 120 + index * 54;
      const pull = Math.sin(index / 2.3) * 120 * (0.4 + next());
      return `<path d="M${x} -20 Q ${x + pull} ${400 + next() * 160} ${x} 966" fill="none" stroke="${index % 4 ? glow : light}" stroke-width="${1.5 + next() * 3.5}" opacity="${0.35 + next() * 0.6}"/>`;
    });
    return `<circle cx="800" cy="470" r="430" fill="url(#halo)" opacity="0.7"/>${lines}<circle cx="800" cy="470" r="170" fill="${night}"/><circle cx="800" cy="470" r="168" fill="none" stroke="${light}" stroke-width="5" opacity="0.8"/>`;
  },
  city: (next, [night, , , light]) => {
    const towers = times(26, (index) => {
      const x = index * 64 - 20;
      const top = 340 + next() * 360;
      const windows = times(
        16,
        () =>
          `<rect x="${x + 8 + Math.floor(next() * 4) * 12}" y="${top + 20 + Math.floor(next() * 26) * 18}" width="6" height="9" fill="${light}" opacity="${next() * 0.9}"/>`,
      );
      return `<rect x="${x}" y="${top}" width="${54 + next() * 16}" height="700" fill="${night}"/>${windows}`;
    });
    return `<circle cx="800" cy="640" r="560" fill="url(#halo)" opacity="0.75"/><rect y="360" width="1600" height="586" fill="url(#dusk)"/>${towers}`;
  },
  curtain: (next, [night, , glow]) => {
    const folds = (left: boolean) =>
      times(9, (index) => {
        const near = left ? index * 62 : 1600 - index * 62;
        const sway = (left ? 1 : -1) * (40 + next() * 50);
        return `<path d="M${near} -10 C ${near + sway} 300, ${near - sway / 2} 640, ${near + sway} 956 L ${near - sway * 1.6} 956 C ${near - sway} 600, ${near} 300, ${near - sway} -10 Z" fill="${index % 2 ? glow : night}" opacity="${0.9 - index * 0.05}"/>`;
      });
    return `<circle cx="800" cy="560" r="420" fill="url(#halo)"/><rect y="800" width="1600" height="150" fill="${night}" opacity="0.85"/><ellipse cx="800" cy="812" rx="520" ry="64" fill="url(#halo)" opacity="0.7"/>${folds(true)}${folds(false)}${microphone(800, 810, 0.85, '#0b0910')}`;
  },
  rings: (next, [night, , glow, light]) => {
    const cx = 560 + next() * 480;
    const rings = times(
      15,
      (index) =>
        `<circle cx="${cx}" cy="473" r="${60 + index * 58}" fill="none" stroke="${index % 3 ? glow : light}" stroke-width="${3 + next() * 16}" opacity="${0.75 - index * 0.045}" stroke-dasharray="${80 + next() * 900} ${20 + next() * 160}"/>`,
    );
    return `<circle cx="${cx}" cy="473" r="420" fill="url(#halo)" opacity="0.8"/>${rings}<circle cx="${cx}" cy="473" r="44" fill="${night}"/>`;
  },
};

function wave(y: number, height: number, shift: number, colour: string, opacity: number): string {
  const points = Array.from({ length: 41 }, (_, index) => {
    const x = index * 40;
    return `${x},${(y + Math.sin(index / 3 + shift) * height).toFixed(1)}`;
  });
  return `<polygon points="0,946 ${points.join(' ')} 1600,946" fill="${colour}" opacity="${opacity}"/>`;
}

/** A microphone waiting on its stand, as silhouette; (x, y) is where the foot is. */
function microphone(x: number, y: number, scale: number, colour: string): string {
  return `<g transform="translate(${x} ${y}) scale(${scale})">
    <g fill="none" stroke="${colour}" stroke-linecap="round">
      <path d="M0 0 V-330" stroke-width="11"/><path d="M-70 4 Q 0 -26 70 4" stroke-width="15"/>
      <path d="M0 -330 L 36 -396" stroke-width="11"/>
    </g>
    <g transform="translate(36 -396) rotate(30)" fill="${colour}">
      <rect x="-15" y="-50" width="30" height="78" rx="12"/><circle cx="0" cy="-68" r="34"/>
    </g>
  </g>`;
}
