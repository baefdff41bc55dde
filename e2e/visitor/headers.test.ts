import { describe, expect, inject, it } from 'vitest';
import { observatoryScore } from '../observatory.ts';

describe('the headers of a page', () => {
  it.each(['/', '/search-results?q=samba', '/login', '/account/channels', '/no-such-page'])(
    'of %s are worth 100 points or more at the HTTP Observatory',
    async (path) => {
      const { headers } = await fetch(inject('baseUrl') + path);
      const { score, why } = observatoryScore(headers);
      expect(score, why.join('\n')).toBeGreaterThanOrEqual(100);
    },
  );

  it('let no script run but ours, and a new number guards each sending', async () => {
    const nonceOf = async () => {
      const answer = await fetch(`${inject('baseUrl')}/`);
      const policy = answer.headers.get('content-security-policy') ?? '';
      const nonce = /script-src [^;]*'nonce-([^']+)'/.exec(policy)?.[1] ?? '';
      const html = await answer.text();
      const scripts = [
        ...html.matchAll(/<script(?![^>]*type="application\/(?:ld\+)?json")[^>]*>/g),
      ].map(([tag]) => tag);
      expect(scripts.length).toBeGreaterThan(0);
      expect(scripts.filter((tag) => !tag.includes(`nonce="${nonce}"`))).toEqual([]);
      return nonce;
    };
    const first = await nonceOf();
    expect(first).not.toBe('');
    expect(await nonceOf()).not.toBe(first);
  });
});
