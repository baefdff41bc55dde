import { lazy, type ReactNode, Suspense } from 'react';
import { describe, expect, it } from 'vitest';
import { wholeText } from './whole-text.server.tsx';

const around = (piece: ReactNode) => (
  <html lang="en">
    <head>
      <title>Night train</title>
    </head>
    <body>
      <img src="/train.webp" alt="A train" />
      <Suspense>{piece}</Suspense>
    </body>
  </html>
);

describe('a page as text', () => {
  it('is whole also the first time that a piece of it is fetched', async () => {
    const Piece = lazy(async () => ({ default: () => <p>Sent to Spain</p> }));
    const first = await wholeText(around(<Piece />));
    expect(first).toContain('<p>Sent to Spain</p>');
    expect(await wholeText(around(<Piece />))).toBe(first);
  });

  it('fails with what failed, and is not left to the browser', async () => {
    const Broken = lazy(async () => {
      throw new Error('the piece is gone');
    });
    await expect(wholeText(around(<Broken />))).rejects.toThrow('the piece is gone');
  });
});
