import { createHash } from 'node:crypto';
import { type Language, languages } from '#contract/shared/languages.ts';
import { wordsOf } from '#server/platform/words.ts';
import { brand } from '../brand.ts';

const say = wordsOf(new URL('../words/', import.meta.url));

const style = `:root{color-scheme:dark}*{box-sizing:border-box}
body{margin:0;min-height:100vh;min-height:100dvh;display:grid;place-items:center;padding:2rem 1.25rem;background:${brand.stage};color:#f4f2f7;font:1rem/1.6 Inter,system-ui,sans-serif;text-align:center}
main{max-width:30rem}svg{width:88px;height:88px;margin-bottom:1.25rem}
h1{margin:0 0 .75rem;font-size:clamp(1.75rem,6vw,2.5rem);line-height:1.15;text-wrap:balance}
p{margin:0 0 .9rem;color:#c9c4d1;text-wrap:pretty}
button{min-height:50px;margin-top:.75rem;padding:.4rem 1.8rem;border:0;border-radius:8px;background:${brand.accent};color:#17151a;font:inherit;font-weight:650;cursor:pointer}
button:focus-visible{outline:3px solid #fff;outline-offset:3px}
small{display:block;margin-top:1.25rem;color:#a59fb0}`;

/** Says it in the visitor's language, and opens the page that was wanted once we answer again. */
const script = `var wanted=(/(?:^|; )lang=(en|es|pt)/.exec(document.cookie)||[])[1]||(navigator.language||'').slice(0,2);
var all=[].slice.call(document.querySelectorAll('main'));
var mine=all.filter(function(one){return one.lang===wanted})[0]||all[0];
all.forEach(function(one){one.hidden=one!==mine});
document.documentElement.lang=mine.lang;document.title=mine.querySelector('h1').textContent;
function again(){location.reload()}
function ask(){fetch('/api/health/live',{cache:'no-store'}).then(function(answer){if(answer.ok)again()}).catch(function(){})}
all.forEach(function(one){one.querySelector('button').addEventListener('click',again)});
addEventListener('online',ask);setInterval(ask,5000);`;

const mark = `<svg viewBox="0 0 64 64" aria-hidden="true" fill="none" stroke="${brand.accent}" stroke-width="5" stroke-linecap="round"><path d="M14 22a18 18 0 0 1 36 0" opacity=".35"/><path d="M22 34a10 10 0 0 1 20 0" opacity=".6"/><circle cx="32" cy="46" r="5" fill="${brand.accent}" stroke="none"/></svg>`;

const partIn = (language: Language): string => {
  const word = (key: string) => say(language, `offline.${key}`);
  return `<main lang="${language}">${mark}<h1>${word('title')}</h1><p>${word('text')}</p><p>${word('works')}</p><button type="button">${word('retry')}</button><small role="status">${word('waiting')}</small></main>`;
};

/**
 * What an installed app shows without a line: a page that leans on no other file, for it is kept by
 * the worker, and holds all languages, for it is kept once.
 */
export const offlinePage = (): string =>
  `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${brand.name}</title><style>${style}</style></head><body>${languages.map(partIn).join('')}<script>${script}</script></body></html>`;

const digest = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Only what stands in it may run. */
export const offlinePolicy = [
  "default-src 'none'",
  `style-src ${digest(style)}`,
  `script-src ${digest(script)}`,
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
