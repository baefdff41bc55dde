import { describe, expect, it } from 'vitest';
import { aPage, complaintsOf, expectAccessible } from '#test/journey.ts';

describe('a visitor', () => {
  it('opens the home page without a single complaint of the browser', async () => {
    const page = await aPage();
    const complaints = complaintsOf(page);
    const answer = await page.goto('/');
    await page.waitForLoadState('networkidle');
    expect(answer?.status()).toBe(200);
    expect(await page.locator('h1').count()).toBe(1);
    expect(complaints).toEqual([]);
    await expectAccessible(page);
  });

  it('is told kindly that a page does not exist', async () => {
    const page = await aPage();
    const answer = await page.goto('/no/such/page');
    expect(answer?.status()).toBe(404);
    expect(await page.locator('h1').count()).toBe(1);
  });
});
