/** A stage with two lights: stands for a picture that somebody has chosen, and is sent nowhere. */
const stage = (width: number, height: number) => `
<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 160 120" preserveAspectRatio="xMidYMid slice">
  <rect width="160" height="120" fill="#1d1030"/>
  <path d="M30 0 80 92 10 92Z" fill="#f4b740" opacity=".45"/>
  <path d="M130 0 150 92 80 92Z" fill="#e4572e" opacity=".45"/>
  <rect y="92" width="160" height="28" fill="#0d0818"/>
  <circle cx="80" cy="62" r="9" fill="#f4efe6"/>
  <path d="M68 92c0-14 5-21 12-21s12 7 12 21Z" fill="#f4efe6"/>
</svg>`;

export function samplePicture(width: number, height: number) {
  const url = `data:image/svg+xml,${encodeURIComponent(stage(width, height))}`;
  return { url, width, height, file: null };
}
