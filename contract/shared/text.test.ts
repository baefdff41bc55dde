import { expect, it } from 'vitest';
import { AccountFields } from '../accounts.ts';
import { ChannelSocial } from '../channels.ts';
import { faultOfIssue } from './fault-of-issue.ts';
import { Line, Lines, SafeWebAddress, WebAddress } from './text.ts';

it('a line loses what no screen shows and what turns the direction of its neighbours', () => {
  expect(Line(40).parse(' Ann\u0000 \u202Eeil\u2066 \n Lee ')).toBe('Ann eil   Lee');
  expect(Line(40).parse('שלום')).toBe('שלום');
});

it.each(['\u200B', '\u00AD \uFEFF', '\u2800\u3164', '\uFE0F'])('%j alone is nothing', (blank) => {
  expect([Line(40).parse(blank), Lines(40).parse(`\n${blank}`)]).toEqual(['', '']);
  expect(Line(40).min(1).safeParse(blank).success).toBe(false);
});

it('what joins letters and pictures stays between them', () => {
  const joined = '👩\u200D🎤 می\u200Cخواهم';
  expect(Line(40).parse(joined)).toBe(joined);
});

it('half of a picture is taken out: the database takes none', () => {
  expect([Line(40).parse('a\uD83Cb 👩'), Lines(40).parse('a\uDFA4\nb')]).toEqual(['ab 👩', 'a\nb']);
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
