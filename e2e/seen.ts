import type { Page } from 'playwright-core';
import sharp from 'sharp';

/** Half of the way from black to white lies at least between the mark of a control and its ground. */
const leastContrast = 0.5;

type Place = { name: string; x: number; y: number; width: number; height: number };

/** In the page: every control that one could press or fill, with its place on the whole page. */
function controls(): Place[] {
  const pressed = 'a[href], button, input, select, textarea, [role=switch], [role=slider]';
  return [...document.querySelectorAll<HTMLElement>(pressed)]
    .filter((element) => {
      const { opacity } = getComputedStyle(element);
      return opacity !== '0' && element.checkVisibility({ visibilityProperty: true });
    })
    .map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      const name = element.getAttribute('aria-label') ?? element.textContent?.trim() ?? '';
      return {
        name: `${element.tagName.toLowerCase()} ${name.slice(0, 40)}`,
        ...{ x: x + scrollX, y: y + scrollY, width, height },
      };
    })
    .filter(({ width, height }) => width > 8 && height > 8);
}

type Grey = { data: Buffer; width: number; height: number };

/** How far the darkest and the brightest point in a place lie apart: 0 is one colour, 1 all. */
function contrastIn({ data, width, height }: Grey, place: Place): number {
  const around = 2;
  const [left, top] = [Math.floor(place.x) - around, Math.floor(place.y) - around];
  const right = Math.min(width, Math.ceil(place.x + place.width) + around);
  const bottom = Math.min(height, Math.ceil(place.y + place.height) + around);
  let [darkest, brightest] = [255, 0];
  for (let y = Math.max(0, top); y < bottom; y += 1) {
    for (const grey of data.subarray(y * width + Math.max(0, left), y * width + right)) {
      darkest = Math.min(darkest, grey);
      brightest = Math.max(brightest, grey);
    }
  }
  return Math.max(0, brightest - darkest) / 255;
}

/**
 * Controls that cannot be told from what lies around them: in their picture, two pixels of border
 * included, everything is about as bright. Looked at as it was drawn, whatever the styles say.
 */
export async function unseenControlsOn(page: Page): Promise<string[]> {
  await page.evaluate(() => scrollTo(0, 0));
  const places = await page.evaluate(controls);
  const { data, info } = await sharp(
    await page.screenshot({ fullPage: true, animations: 'disabled' }),
  )
    .flatten()
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const grey = { data, width: info.width, height: info.height };
  // What a rail keeps beside the page, or waits above it for the focus, is on no picture.
  const isOnIt = ({ x, y, width, height }: Place) =>
    x < grey.width && y < grey.height && x + width > 0 && y + height > 0;
  return places
    .filter(isOnIt)
    .filter((place) => contrastIn(grey, place) < leastContrast)
    .map(({ name }) => name);
}
