/** A piece of a sheet of pictures: where the sheet is, and which part of it. */
export type Still = { sheet: string; x: number; y: number; width: number; height: number };

const named = /^(storyboard\/\d+\.jpg)#xywh=(\d+),(\d+),(\d+),(\d+)$/;

/** What a cue of the pictures for the bar names, beside the address that the cues came from. */
export function readStill(text: string, address: string): Still | null {
  const [, sheet, ...figures] = named.exec(text.trim()) ?? [];
  if (!sheet) return null;
  const [x = 0, y = 0, width = 0, height = 0] = figures.map(Number);
  return { sheet: address.replace(/[^/]*$/, sheet), x, y, width, height };
}

type Cues = Pick<TextTrackCueList, 'length'> & { [at: number]: TextTrackCue };

/** The text of the cue of this second, found by halves: a long film has thousands. */
export function cueAt(cues: Cues, seconds: number): string | null {
  let [low, high] = [0, cues.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const cue = cues[middle] as VTTCue | undefined;
    if (!cue) return null;
    if (seconds < cue.startTime) high = middle - 1;
    else if (seconds >= cue.endTime) low = middle + 1;
    else return cue.text;
  }
  return null;
}
