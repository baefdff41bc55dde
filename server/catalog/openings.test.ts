import { describe, expect, it } from 'vitest';
import type { Opening } from '#contract/shared/product-kinds.ts';
import { db, sql } from '#server/platform/database/index.ts';
import { forgetInstallation } from '#server/platform/remembered.ts';
import { hiddenOfRow, openedByOfRow, setOpener } from './openings.queries.ts';

const texts = () => [openedByOfRow(), hiddenOfRow()].map((part) => part.compile(db()).sql);

describe('what opens a product that is not sold by itself', () => {
  it('is what was tied to it, in this installation and in no other', () => {
    setOpener(sql<Opening | null>`opener_of(p)`);
    for (const text of texts()) expect(text).toContain('opener_of(p)');
    forgetInstallation();
    for (const text of texts()) expect(text).not.toContain('opener_of(p)');
  });
});
