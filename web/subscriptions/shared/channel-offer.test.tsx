import { describe, expect, it } from 'vitest';
import type { ChannelPage } from '#contract/channels.ts';
import type { SubscriptionCard } from '#contract/subscriptions.ts';
import { onAPage } from '#test/in-english.tsx';
import { ChannelOffer, Mine } from './channel-offer.tsx';

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

describe('the offer of a channel to everybody else', () => {
  const subscription = { total: 499, currency: 'EUR' } as const;

  it('leads to paying now, and to the cart', () => {
    const channel = { slug: 'northlight', subscription } as ChannelPage;
    const page = onAPage(<ChannelOffer channel={channel} />);
    expect(page).toContain('href="/channels/northlight/subscribe"');
    expect(page).toContain('href="/shop?kind=channel&amp;add=northlight"');
  });

  it('is none where nothing is offered', () => {
    const channel = { slug: 'northlight', subscription: null } as ChannelPage;
    expect(onAPage(<ChannelOffer channel={channel} />)).not.toContain('northlight');
  });
});
