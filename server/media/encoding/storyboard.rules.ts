export type StoryboardLayout = {
  sheets: number;
  columns: number;
  rows: number;
  /** Pixels of one picture. */
  width: number;
  height: number;
  everySeconds: number;
};

const across = 10;
const onSheet = 100;
const mostPictures = 300;
const pictureWidth = 160;

export const countOf = (seconds: number, everySeconds: number): number =>
  Math.max(1, Math.ceil(seconds / everySeconds - 0.05));

/** A picture for each second of a short film, three hundred in all for a long one. */
export function layOut(
  seconds: number,
  shape: { width: number; height: number },
): StoryboardLayout {
  const everySeconds = Math.max(1, Math.ceil(seconds / mostPictures));
  const count = countOf(seconds, everySeconds);
  const height = Math.round((pictureWidth * shape.height) / shape.width / 2) * 2;
  return {
    sheets: Math.ceil(count / onSheet),
    columns: across,
    rows: Math.min(onSheet / across, Math.ceil(count / across)),
    width: pictureWidth,
    height: Math.min(pictureWidth * 2, Math.max(2, height)),
    everySeconds,
  };
}

/** Which part of which sheet belongs to which time. */
export function storyboardCues(layout: StoryboardLayout, seconds: number): string {
  const { columns, rows, width, height, everySeconds } = layout;
  const perSheet = columns * rows;
  const cues = Array.from({ length: countOf(seconds, everySeconds) }, (_, picture) => {
    const place = picture % perSheet;
    const left = (place % columns) * width;
    const top = Math.floor(place / columns) * height;
    const sheet = Math.floor(picture / perSheet) + 1;
    const from = vttTime(picture * everySeconds);
    const to = vttTime(
      Math.max(picture * everySeconds + 0.001, Math.min(seconds, (picture + 1) * everySeconds)),
    );
    return `${from} --> ${to}\nstoryboard/${sheet}.jpg#xywh=${left},${top},${width},${height}\n`;
  });
  return `WEBVTT\n\n${cues.join('\n')}`;
}

/** `01:02:03.004`. */
export function vttTime(seconds: number): string {
  const milliseconds = Math.round(seconds * 1000);
  const parts = [
    Math.floor(milliseconds / 3_600_000),
    Math.floor(milliseconds / 60_000) % 60,
    Math.floor(milliseconds / 1000) % 60,
  ];
  const clock = parts.map((part) => String(part).padStart(2, '0')).join(':');
  return `${clock}.${String(milliseconds % 1000).padStart(3, '0')}`;
}
