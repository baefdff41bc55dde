import { expect, test } from 'vitest';
import type { ProductDetail } from '#contract/catalog.ts';
import { onAPage } from '#test/in-english.tsx';
import { lighthouse } from '#web/previews/parts/sample-shows.ts';
import { GoodToKnow } from './good-to-know.tsx';

const show = {
  ...lighthouse,
  ...{ captions: [], categories: [], production: '', productionYear: null, productionCountry: '' },
  ...{ suggestedAge: 'all', expirationHours: null, expiresAt: null, recording: null, sessions: [] },
} as unknown as ProductDetail;

test('a show has a language and an age, a poster has neither', () => {
  const ofShow = onAPage(<GoodToKnow product={show} />);
  expect(ofShow).toContain('fact.language');
  expect(ofShow).toContain('fact.age');
  const ofThing = onAPage(<GoodToKnow product={{ ...show, type: 'physical' }} />);
  expect(ofThing).not.toContain('fact.language');
  expect(ofThing).not.toContain('fact.age');
});
