import { describe, expect, it } from 'vitest';
import type { SubscriptionCard } from '#contract/subscriptions.ts';
import { onAPage } from '#test/in-english.tsx';
import { Mine } from './channel-offer.tsx';

const mine = { status: 'subscribed', accessUntil: '2026-12-24T10:00:00Z' } as SubscriptionCard;
const mySpace = 'href="/mystuff/subscriptions"';

describe('the offer of a channel to who has its subscription', () => {
  it('says that they have it, and leads to My space instead of to paying', () => {
    const page = onAPage(<Mine mine={mine} />);
    expect(page).toContain('offer.mineText');
    expect(page).toContain(mySpace);
    expect(page).not.toContain('/subscribe"');
  });

  it('says until when, after it was cancelled', () => {
    const page = onAPage(<Mine mine={{ ...mine, status: 'cancelled' }} />);
    expect(page).toContain('offer.mineUntil');
    expect(page).toContain('2026-12-24');
    expect(page).toContain(mySpace);
  });
});
