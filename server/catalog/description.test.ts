import { describe, expect, it } from 'vitest';
import { cleanDescription } from './description.ts';

describe('a description', () => {
  it.each([
    ['<p>Bravo <b>tutti</b></p>', '<p>Bravo <strong>tutti</strong></p>'],
    ['<p onclick="x()">a</p><script>alert(1)</script>', '<p>a</p>'],
    ['<p><img src=x onerror=alert(1)>a</p>', '<p>a</p>'],
    [
      '<p><a href="https://example.test" onmouseover="x">b</a></p>',
      '<p><a href="https://example.test" rel="noopener nofollow ugc" target="_blank">b</a></p>',
    ],
    ['<style>p{}</style><p style="x">a</p><iframe src="x"></iframe>', '<p>a</p>'],
    ['<h1>a</h1><div>b</div><p></p><p><br></p>', '<h3>a</h3><p>b</p>'],
    ['one\ntwo\n\nthree < four', '<p>one<br />two</p><p>three &lt; four</p>'],
    ['<p>&nbsp;</p>', ''],
    ['   ', ''],
  ])('%s is kept as %s', (given, kept) => {
    expect(cleanDescription(given)).toBe(kept);
    expect(cleanDescription(kept)).toBe(kept);
  });

  it('is kept letter by letter when the editor of the desk has made it', () => {
    const link = 'rel="noopener nofollow ugc" target="_blank"';
    const made = [
      '<h3>Programa</h3><h4>Primera parte</h4>',
      '<p>Con <strong>todo</strong> <em>y</em> <strong><em>más</em></strong>,<u>u</u><s>s</s></p>',
      '<ul><li><p>uno</p><ul><li><p>dentro</p></li></ul></li><li><p>dos</p></li></ul>',
      '<ol><li><p>uno</p></li></ol><blockquote><p>Una cita.</p></blockquote>',
      `<p><a href="https://platea.test/a?b=1&amp;c=2" ${link}>aquí</a></p>`,
      `<p><a href="mailto:ana@platea.test" ${link}>Ana</a></p>`,
    ].join('');
    expect(cleanDescription(made)).toBe(made);
  });
});

describe('a description that means harm', () => {
  it.each([
    ['<a href="javascript:alert(1)">b</a>', '<p>b</p>'],
    ['<a href="JaVaScRiPt:alert(1)">b</a>', '<p>b</p>'],
    ['<a href=" javascript:alert(1)">b</a>', '<p>b</p>'],
    ['<a href="java&#10;script:alert(1)">b</a>', '<p>b</p>'],
    ['<a href="java&Tab;script:alert(1)">b</a>', '<p>b</p>'],
    ['<a href="&#1;javascript:alert(1)">b</a>', '<p>b</p>'],
    ['<a href="&#x6A;avascript:alert(1)">b</a>', '<p>b</p>'],
    ['<a href="data:text/html;base64,PHNjcmlwdD4=">b</a>', '<p>b</p>'],
    ['<a href="vbscript:x">b</a>', '<p>b</p>'],
    ['<a href="//evil.test">b</a>', '<p>b</p>'],
    ['<a href="/account">b</a>', '<p>b</p>'],
    ['<a name="x" id="y">b</a>', '<p>b</p>'],
    ['<svg><script>alert(1)</script></svg><p>a</p>', '<p>a</p>'],
    ['<svg onload=alert(1)><p>a</p></svg>', '<p>a</p>'],
    ['<math><mtext><style><img src=x onerror=alert(1)></style></mtext></math><p>a</p>', '<p>a</p>'],
    ['<p>a<scr<script>ipt>alert(1)</scr</script>ipt></p>', /^<p>a[^<]*<\/p>$/],
    ['<p>a</p><!--><img src=x onerror=alert(1)>-->', /^<p>a<\/p>[^<]*$/],
    ['<template><p onclick="x">a</p></template>', '<p>a</p>'],
    [
      '<form action="https://evil.test"><input name=a><p>a</p><button>b</button></form>',
      /^<p>a<\/p>b?$/,
    ],
    [
      '<p class="x" id="y" style="position:fixed" data-z="1" dir="rtl" tabindex="1">a</p>',
      '<p>a</p>',
    ],
    [
      '<noscript><p title="</noscript><img src=x onerror=alert(1)>">a</p></noscript>',
      /^[^<]*(<p>[^<]*<\/p>)?[^<]*$/,
    ],
    [
      '<object data="x"></object><embed src="x"><base href="https://evil.test"><p>a</p>',
      '<p>a</p>',
    ],
    ['<meta http-equiv="refresh" content="0;url=https://evil.test"><p>a</p>', '<p>a</p>'],
    ['<h5>a</h5><h6>b</h6>', '<h4>a</h4><h4>b</h4>'],
    ['<table><tr><td onclick="x">a</td></tr></table>', '<p>a</p>'],
  ])('%s loses it', (given, kept) => {
    const clean = cleanDescription(given);
    if (kept instanceof RegExp) expect(clean).toMatch(kept);
    else expect(clean).toBe(kept);
    expect(cleanDescription(clean)).toBe(clean);
  });

  it('is the text alone of what Word puts on the clipboard', () => {
    const word = [
      '<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta name=Generator>',
      '<style><!-- @font-face {font-family:Calibri;} p.MsoNormal {margin:0cm;} --></style></head>',
      '<body lang=ES><!--StartFragment--><h1 style="mso-pagination:none"><b>Reparto</b></h1>',
      '<p class=MsoNormal style="margin:0"><span lang=ES style="font-size:11pt">Ana<o:p></o:p></span></p>',
      '<!--[if gte vml 1]><v:shape><v:imagedata src="file:///C:/x.png"/></v:shape><![endif]-->',
      '<!--EndFragment--></body></html>',
    ].join('');
    expect(cleanDescription(word)).toBe('<h3><strong>Reparto</strong></h3><p>Ana</p>');
  });
});
