import { describe, expect, it } from 'vitest';
import { ChannelChange } from '#contract/channels.ts';
import { type ChannelForm, changeFrom } from './channel-form.ts';

const saved: ChannelForm = {
  title: 'Cellar Strings',
  description: 'Chamber music by candlelight.',
  businessName: 'Cellar Strings SL',
  classification: 'music',
  tags: ['strings'],
  social: {
    spotify: '',
    youtube: '',
    facebook: '',
    instagram: '',
    twitter: '',
    website: 'https://cellar.example',
  },
  marketplaceUrl: '',
  billing: {
    taxId: 'B58818501',
    prefix: '+34',
    phone: '911 234 567',
    address: 'Calle Mayor 1',
    city: 'Madrid',
    postalCode: '28013',
    country: 'ES',
    iban: '',
  },
  logoId: null,
  profileImageId: null,
  coverImageId: null,
  subscription: { enabled: false, currency: 'EUR', taxRate: 2100, total: 0 },
};

describe('the form of a channel', () => {
  it('sends only what was changed on this screen, also inside of a group', () => {
    const billing = { ...saved.billing, city: 'Cuenca' };
    const sent = changeFrom({ ...saved, description: 'New.', billing }, saved);
    expect(sent).toEqual({ description: 'New.', billing: { city: 'Cuenca' } });
    expect(ChannelChange.parse(sent)).toEqual(sent);
    expect(changeFrom(saved, saved)).toEqual({});
  });

  it('sends a price whole, whatever of it was changed', () => {
    const subscription = { ...saved.subscription, enabled: true, total: 499 };
    const sent = changeFrom({ ...saved, subscription }, saved);
    expect(sent).toEqual({ subscription });
    expect(ChannelChange.parse(sent)).toEqual(sent);
  });

  it('takes an emptied list for nothing chosen', () => {
    expect(changeFrom({ ...saved, classification: null }, saved)).toEqual({ classification: '' });
  });
});
