import { describe, expect, it } from 'vitest';
import { channelStates } from '#contract/channels.ts';
import { freeSlug, slugFrom } from '#contract/shared/slugs.ts';
import {
  type ChannelStep,
  canEdit,
  canHoldNewProducts,
  canStep,
  channelSteps,
  missingFields,
  ownerCan,
  requiredFields,
  slugFollowsTitle,
  teamCan,
  tidyTags,
  warningsOf,
} from './channels.rules.ts';

const complete = {
  title: 'Cellar Strings',
  description: 'Chamber music',
  businessName: 'Cellar Strings SL',
  classification: 'music',
  billing: {
    taxId: 'B58818501',
    address: 'Calle Mayor 1',
    city: 'Madrid',
    postalCode: '28013',
    country: 'ES',
    iban: 'ES9121000418450200051332',
  },
};

describe('the life of a channel', () => {
  it('knows these steps and no others', () => {
    const possible = Object.fromEntries(
      channelStates.map((state) => [
        state,
        (Object.keys(channelSteps) as ChannelStep[])
          .filter((step) => canStep(state, step))
          .map((step) => `${step} → ${channelSteps[step].to}`),
      ]),
    );
    expect(possible).toEqual({
      draft: ['submit → in_review', 'ban → banned'],
      in_review: ['approve → published', 'sendBack → draft', 'ban → banned', 'loseOwner → draft'],
      published: ['deactivate → draft', 'ban → banned', 'loseOwner → draft'],
      banned: ['unban → draft'],
    });
  });

  it('can be edited while nobody reviews it and nobody has closed it', () => {
    expect(channelStates.filter(canEdit)).toEqual(['draft', 'published']);
  });

  it('can hold new products unless it is banned', () => {
    expect(channelStates.filter(canHoldNewProducts)).toEqual(['draft', 'in_review', 'published']);
  });

  it('says what its owner and the team can do', () => {
    expect(ownerCan({ state: 'draft' }, { missing: [], subscriptionsOn: true })).toEqual({
      edit: true,
      offerSubscription: true,
      submit: true,
      deactivate: false,
      createProduct: true,
    });
    const lacking = ownerCan(
      { state: 'draft' },
      { missing: ['description'], subscriptionsOn: false },
    );
    expect(lacking).toMatchObject({ submit: false, offerSubscription: false });
    expect(teamCan({ state: 'in_review' })).toEqual({
      approve: true,
      sendBack: true,
      ban: true,
      unban: false,
      feature: false,
    });
    expect(teamCan({ state: 'banned' })).toEqual({
      approve: false,
      sendBack: false,
      ban: false,
      unban: true,
      feature: false,
    });
  });

  it('keeps its address once it was public', () => {
    expect(slugFollowsTitle({ publishedOnce: false })).toBe(true);
    expect(slugFollowsTitle({ publishedOnce: true })).toBe(false);
  });
});

describe('completeness for review', () => {
  it('is reached with texts, business name, classification, tax id and address', () => {
    expect(missingFields(complete)).toEqual([]);
  });

  it('names everything that is empty', () => {
    const empty = { taxId: '', address: '', city: '', postalCode: '', country: '', iban: '' };
    expect(
      missingFields({
        title: 'A',
        description: '',
        businessName: '',
        classification: '',
        billing: empty,
      }),
    ).toEqual([
      'description',
      'classification',
      'businessName',
      'billing.taxId',
      'billing.address',
      'billing.postalCode',
      'billing.city',
      'billing.country',
    ]);
  });
});

describe('what cannot be emptied', () => {
  it('is everything that review asked for, once the channel is public', () => {
    expect(requiredFields({ ...complete, state: 'published' })).toEqual([
      'title',
      'description',
      'classification',
      'businessName',
      'billing.taxId',
      'billing.address',
      'billing.postalCode',
      'billing.city',
      'billing.country',
    ]);
  });

  it('is the title alone before that', () => {
    const before = (['draft', 'in_review', 'banned'] as const).map((state) =>
      requiredFields({ ...complete, state }),
    );
    expect(before).toEqual([['title'], ['title'], ['title']]);
  });
});

describe('warnings about papers', () => {
  const warned = (billing: Partial<typeof complete.billing>) =>
    warningsOf({ billing: { ...complete.billing, ...billing } }).map(({ warning }) => warning);

  it('are silent when all is plausible', () => expect(warned({})).toEqual([]));
  it.each([
    ['B58818502', 'ES'],
    ['501964842', 'PT'],
    ['16727230000198', 'BR'],
  ])(
    'tell of a tax id, kept before it was checked, that does not add up: %s of %s',
    (taxId, country) => expect(warned({ taxId, country })).toEqual(['tax_id_invalid']),
  );
  it('look at the shape alone of tax ids of other countries', () => {
    expect(warned({ taxId: 'FR61954506077', country: 'FR' })).toEqual([]);
    expect(warned({ taxId: 'whatever', country: 'FR' })).toEqual(['tax_id_invalid']);
  });
  it('tell of an IBAN with wrong check digits', () =>
    expect(warned({ iban: 'ES9221000418450200051332' })).toEqual(['iban_invalid']));
  it('tell that nothing can be paid out without an IBAN', () =>
    expect(warned({ iban: '' })).toEqual(['iban_missing']));
});

describe('tags and addresses', () => {
  it('keeps each tag once, whatever its case', () =>
    expect(tidyTags([' Jazz ', 'jazz', 'late  night', ''])).toEqual(['Jazz', 'late night']));

  it.each([
    ['Ópera & Niños: ¡edición 2026!', 'opera-ninos-edicion-2026'],
    ['  São   João  ', 'sao-joao'],
    ['Straße Łódź', 'strasse-lodz'],
    ['日本', 'channel'],
    ['---', 'channel'],
  ])('makes an address of %j', (title, slug) => expect(slugFrom(title, 'channel')).toBe(slug));

  it('never ends an address that was cut in a hyphen', () =>
    expect(slugFrom(`${'a'.repeat(99)} b`, 'channel')).toBe('a'.repeat(99)));

  it('counts on when an address is taken', () => {
    expect(freeSlug('opera', new Set())).toBe('opera');
    expect(freeSlug('opera', new Set(['opera', 'opera-2', 'opera-house']))).toBe('opera-3');
  });
});
