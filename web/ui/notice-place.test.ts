import { describe, expect, it } from 'vitest';
import { type Box, bestTop } from './notice-place.ts';

const notices = { left: 12, right: 396, height: 80 };
const screen = { from: 76, to: 752 };
const box = (top: number, bottom: number, left = 0, right = 800): Box => ({
  ...{ top, bottom, left, right },
});

describe('notices stand', () => {
  it('below the bar where nothing is in their way, also of what stands beside them', () => {
    expect(bestTop(notices, [], screen)).toBe(76);
    expect(bestTop(notices, [box(76, 300, 500)], screen)).toBe(76);
  });

  it('as high as they cover neither the ways, nor the title, nor the price', () => {
    const [ways, title, price] = [box(70, 100), box(320, 380), box(420, 560)];
    expect(bestTop(notices, [ways, title, price], screen)).toBe(112);
    expect(bestTop(notices, [ways, box(120, 380), price], screen)).toBe(572);
  });

  it('between two only where they fit with air around them', () => {
    expect(bestTop(notices, [box(70, 100), box(200, 700)], screen)).toBe(108);
    expect(bestTop(notices, [box(70, 100), box(190, 640)], screen)).toBe(652);
  });

  it('where they cover least when all is in the way', () => {
    expect(bestTop(notices, [box(0, 700)], screen)).toBe(712);
    expect(bestTop(notices, [box(0, 844)], screen)).toBe(76);
  });

  it('below the bar on a screen that is too low for them', () => {
    expect(bestTop(notices, [box(0, 200)], { from: 76, to: 76 })).toBe(76);
  });
});
