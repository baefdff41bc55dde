import { expect, test } from 'vitest';
import { onAPage } from '#test/in-english.tsx';
import { TellMe } from './tell-me.tsx';

const of = (besideLine: boolean) =>
  onAPage(
    <TellMe
      of="product"
      slug="night"
      besideLine={besideLine}
      interest={null}
      isIn={false}
      busy={false}
      tell={() => {}}
    />,
  );

test('beside a waiting list one is told of new dates, elsewhere of the show', () => {
  expect(of(true)).toContain('tell.dates.ask');
  expect(of(false)).toContain('tell.product.ask');
});
