import { describe, expect, it } from 'vitest';
import { faultOfDays, faultOfMail, searchedDays } from './mails.rules.ts';

describe('the days of a search for mails', () => {
  it.each([
    [{}, { from: '2026-04-01', to: '2026-04-30' }],
    [{ to: '2026-03-31' }, { from: '2026-03-02', to: '2026-03-31' }],
    [{ from: '2026-01-01' }, { from: '2026-01-01', to: '2026-01-30' }],
    [
      { from: '2026-02-01', to: '2026-02-02' },
      { from: '2026-02-01', to: '2026-02-02' },
    ],
  ])('%j are %j on the last day of April', (asked, days) => {
    expect(searchedDays(asked, '2026-04-30')).toEqual(days);
  });

  it.each([
    ['2026-01-01', '2026-01-01', null],
    ['2026-01-01', '2026-03-30', null],
    ['2026-01-01', '2026-03-31', { to: 'too_big' }],
    ['2026-01-01', '2026-04-01', { to: 'too_big' }],
    ['2025-11-30', '2026-02-26', null],
    ['2025-11-30', '2026-02-27', { to: 'too_big' }],
    ['2026-01-02', '2026-01-01', { to: 'end_before_start' }],
  ])('%s to %s', (from, to, fault) => {
    expect(faultOfDays({ from, to })).toEqual(fault);
  });
});

describe('why a letter did not leave', () => {
  it.each([
    [null, null],
    ["Can't send mail - all recipients were rejected: 550 5.1.1 <a@b.c>: User unknown", 'address'],
    ["Can't send mail - all recipients were rejected: 550 No such user here", 'address'],
    ['Message failed: 552 5.2.2 Over quota', 'full'],
    ['Message failed: 452 4.2.2 The recipient’s mailbox is full', 'full'],
    ['Message failed: 552 Mailbox storage exceeded', 'full'],
    ['Message failed: 552 5.3.4 Message size exceeds fixed limit', 'refused'],
    ['Message failed: 552 5.2.3 Message exceeds local limit', 'refused'],
    ['Message failed: 552 Message size exceeds maximum permitted', 'refused'],
    ['Message failed: 552-5.7.0 This message was blocked', 'refused'],
    ['Message failed: 550 5.7.1 Our policy does not allow this', 'refused'],
    ['Message failed: 554 Transaction failed', 'refused'],
    ['connect ECONNREFUSED 127.0.0.1:25', 'server'],
    ['connect ECONNREFUSED 10.5.2.3:25', 'server'],
    ['Greeting never received', 'server'],
    ['Invalid login: 535 5.7.8 Authentication failed', 'server'],
    ['Message failed: 451 Try again later', 'server'],
    ['nothing makes attachments of kind invoice', 'other'],
  ])('%s is %s', (said, fault) => {
    expect(faultOfMail(said)).toBe(fault);
  });
});
