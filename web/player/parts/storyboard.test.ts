import { describe, expect, it } from 'vitest';
import { cueAt, readStill } from './storyboard.ts';

const address = '/media/1.view.mac/vod/id/storyboard.vtt';

describe('the pictures for the bar', () => {
  it('stand on sheets beside their list', () => {
    expect(readStill('storyboard/2.jpg#xywh=160,90,160,90', address)).toEqual({
      sheet: '/media/1.view.mac/vod/id/storyboard/2.jpg',
      ...{ x: 160, y: 90, width: 160, height: 90 },
    });
  });

  it.each([
    '',
    'https://elsewhere.test/0.jpg#xywh=0,0,1,1',
    'storyboard/0.jpg',
    '../0.jpg#xywh=0,0,1,1',
  ])('are none by the name %s', (text) => expect(readStill(text, address)).toBe(null));

  it('are found by the second', () => {
    const cues = [0, 1, 2, 3].map((at) => ({
      startTime: at * 5,
      endTime: at * 5 + 5,
      text: `${at}`,
    }));
    const at = (seconds: number) => cueAt(cues as never, seconds);
    expect([0, 4.9, 5, 12, 19.9, 20, -1].map(at)).toEqual(['0', '0', '1', '2', '3', null, null]);
    expect(cueAt([] as never, 0)).toBe(null);
  });
});
