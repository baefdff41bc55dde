import { expect, it } from 'vitest';
import { AccountFields } from '../accounts.ts';
import { ChannelSocial } from '../channels.ts';
import { faultOfIssue } from './fault-of-issue.ts';
import { Line, Lines, SafeWebAddress, WebAddress } from './text.ts';

it('a line loses what no screen shows and what turns the direction of its neighbours', () => {
  expect(Line(40).parse(' Ann\u0000 \u202Eeil\u2066 \n Lee ')).toBe('Ann eil   Lee');
  expect(Line(40).parse('שלום')).toBe('שלום');
});

it('lines keep their breaks', () => {
  expect(Lines(40).parse('one\r\ntwo\u202E')).toBe('one\ntwo');
});

it.each([WebAddress, SafeWebAddress, AccountFields.shape.web, ChannelSocial.shape.website])(
  'an address is refused for what nobody sees in it',
  (address) => {
    expect(address.safeParse('https://example.com/a').success).toBe(true);
    for (const unseen of ['\u0000', '\u202E']) {
      const read = address.safeParse(`https://example.com/a${unseen}b`);
      expect(read.error?.issues.map(faultOfIssue)).toContain('not_a_url');
    }
  },
);
