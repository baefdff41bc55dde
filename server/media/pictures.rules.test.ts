import { describe, expect, it } from 'vitest';
import { pictureType, widthsFor } from './pictures.rules.ts';

describe('the widths of a picture', () => {
  it.each([
    [4000, [320, 640, 1100, 1600]],
    [1600, [320, 640, 1100, 1600]],
    [1500, [320, 640, 1100, 1500]],
    [1200, [320, 640, 1100]],
    [1100, [320, 640, 1100]],
    [900, [320, 640, 900]],
    [321, [320]],
    [320, [320]],
    [319, [319]],
    [1, [1]],
  ])('of a source %i pixels wide are %j, never above it', (source, widths) => {
    expect(widthsFor(source)).toEqual(widths);
  });
});

describe('the type of a picture', () => {
  it('is what its first bytes say', () => {
    expect(pictureType(Buffer.from('ffd8ffe0', 'hex'))).toBe('jpeg');
    expect(pictureType(Buffer.from('89504e470d0a1a0a', 'hex'))).toBe('png');
    expect(pictureType(Buffer.from('GIF89a'))).toBe(null);
    expect(pictureType(Buffer.from('<svg xmlns='))).toBe(null);
    expect(pictureType(Buffer.alloc(0))).toBe(null);
  });
});
