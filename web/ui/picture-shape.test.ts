import { describe, expect, it } from 'vitest';
import { imageLimits } from '#contract/media.ts';
import {
  drawnSize,
  faultOfFile,
  faultOfSize,
  hasShape,
  isSmall,
  pictureRules,
  sizeWords,
} from './picture-shape.ts';

const product = { width: 1100, height: 650 };
const megabyte = 1024 * 1024;

describe('a file that is chosen', () => {
  it.each([
    ['image/jpeg', 8 * megabyte, null],
    ['image/png', 1, null],
    ['image/png', 8 * megabyte + 1, 'tooLarge'],
    ['image/webp', 1, 'wrongType'],
    ['image/svg+xml', 1, 'wrongType'],
    ['application/pdf', 9 * megabyte, 'wrongType'],
    ['', 1, 'wrongType'],
  ])('of type %j and %i bytes: %s', (type, size, fault) => {
    expect(faultOfFile({ type, size })).toBe(fault);
  });

  it('is asked for what the contract promises to take', () => {
    expect(pictureRules.bytes).toBe(imageLimits.bytes);
    expect(pictureRules.types).toEqual(imageLimits.types);
  });

  it.each([
    [8000, 8000, null],
    [8000, 8001, 'tooManyPixels'],
    [16_001, 10, 'tooManyPixels'],
    [0, 0, 'broken'],
  ])('of %i by %i pixels: %s', (width, height, fault) => {
    expect(faultOfSize({ width, height })).toBe(fault);
  });
});

describe('the shape of a picture', () => {
  it.each([
    [1100, 650, true],
    [2200, 1300, true],
    [1109, 650, true],
    [1120, 650, false],
    [650, 1100, false],
    [1000, 1000, false],
  ])('%i by %i is that of a product: %s', (width, height, same) => {
    expect(hasShape({ width, height }, product)).toBe(same);
  });

  it.each([
    [1100, 650, false],
    [1099, 650, true],
    [640, 378, true],
  ])('%i by %i is small for a product: %s', (width, height, small) => {
    expect(isSmall({ width, height }, product)).toBe(small);
  });
});

describe('what is cut out', () => {
  it.each([
    [{ width: 900, height: 532 }, 1, { width: 900, height: 532 }],
    [{ width: 6400, height: 3782 }, 1, { width: 3200, height: 1891 }],
    [{ width: 100, height: 6400 }, 1, { width: 50, height: 3200 }],
    [{ width: 6400, height: 3200 }, 0.5, { width: 1600, height: 800 }],
    [{ width: 9000, height: 1 }, 1, { width: 3200, height: 1 }],
  ])('of %j, at %d of it, is drawn as %j', (area, share, drawn) => {
    expect(drawnSize(area, share)).toEqual(drawn);
  });
});

it('writes pixels without the dots of money', () => {
  expect(sizeWords({ width: 1600, height: 400 }, product)).toEqual({
    width: '1600',
    height: '400',
    wantedWidth: '1100',
    wantedHeight: '650',
  });
});
