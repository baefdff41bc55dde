import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanCaptions } from './captions.rules.ts';
import { CaptionsRefused } from './refusals.rules.ts';

/** One cue around this text, cleaned; its text alone. */
const cleaned = (text: string): string =>
  cleanCaptions(`WEBVTT\n\n00:01.000 --> 00:02.000\n${text}\n`)
    .vtt.split('\n')
    .slice(3, -1)
    .join('\n');

function refusalOf(given: string | Buffer): unknown {
  try {
    cleanCaptions(given);
    return null;
  } catch (error) {
    return error instanceof CaptionsRefused ? [error.why, error.line] : error;
  }
}

describe('captions', () => {
  it('come out as WebVTT from SRT with mark, carriage returns and commas', () => {
    const srt =
      '\uFEFF1\r\n00:00:01,500 --> 00:00:03,25\r\nHola\r\nmundo\r\n\r\n2\r\n01:00:00,000 --> 01:00:01,000\r\nFin\r\n';
    expect(cleanCaptions(srt)).toEqual({
      vtt: 'WEBVTT\n\n00:00:01.500 --> 00:00:03.250\nHola\nmundo\n\n01:00:00.000 --> 01:00:01.000\nFin\n',
      cues: 2,
      lastSeconds: 3601,
    });
  });

  it('are read from UTF-8 and UTF-16, and else from what Windows writes', () => {
    const text = '1\n00:00:01,000 --> 00:00:02,000\nmañana é ção\n';
    const inUtf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
    const bigEndian = Buffer.from(inUtf16).swap16();
    const marked = Buffer.from(`\uFEFF${text}`);
    const expected = cleanCaptions(text).vtt;
    expect(expected).toContain('mañana é ção');
    const known = [Buffer.from(text), marked, inUtf16, bigEndian, Buffer.from(text, 'latin1')];
    for (const bytes of known) expect(cleanCaptions(bytes).vtt).toBe(expected);
    // “…” and € stand where Latin-1 has nothing to see.
    const windows = text.replace('mañana é ção', '\x93\x80\x94');
    expect(cleanCaptions(Buffer.from(windows, 'latin1')).vtt).toContain('\n“€”\n');
  });

  it('lose styles, regions, notes, names and the rest of the head', () => {
    const vtt = `WEBVTT - film\nKind: captions\n\nSTYLE\n::cue { background: url(http://elsewhere/x) }\n\nREGION\nid:a\n\nNOTE 00:01.000 --> 00:02.000\nhidden\n\nintro\n00:05.000 --> 00:06.000 region:a line:90%,end align:start align:end size:400%\ntext\n`;
    expect(cleanCaptions(vtt).vtt).toBe(
      'WEBVTT\n\n00:00:05.000 --> 00:00:06.000 line:90%,end align:start\ntext\n',
    );
  });

  it.each([
    ['<b>a</b> <i>b</i> <u>c</u>', '<b>a</b> <i>b</i> <u>c</u>'],
    ['<v Ana María>hola</v>', '<v Ana María>hola</v>'],
    ['<c.yellow.bg_blue>a</c>', '<c.yellow.bg_blue>a</c>'],
    ['<lang pt-BR>oi</lang>', '<lang pt-BR>oi</lang>'],
    ['<ruby>漢<rt>かん</rt></ruby>', '<ruby>漢<rt>かん</rt></ruby>'],
    ['<script>alert(1)</script>', 'alert(1)'],
    ['<img src=x onerror=alert(1)>a', 'a'],
    ['<b onclick=alert(1)>a</b>', '<b>a</b>'],
    ['<a href="javascript:x">a</a>', 'a'],
    ['<font color="#fff">a</font>', 'a'],
    ['<b><i>a</b>', '<b><i>a</i></b>'],
    ['a</i>', 'a'],
    ['<<b>script>', '&lt;<b>script&gt;</b>'],
    ['1 < 2 & 3 > 2', '1 &lt; 2 &amp; 3 &gt; 2'],
    ['&lt;b&gt; &nbsp;&copy;&#60;', '&lt;b&gt; &nbsp;&amp;copy;&amp;#60;'],
    ['{\\an8}above', 'above'],
    ['<00:00:01.500>later', 'later'],
    ['a\u0007\u001b[31mb', 'a[31mb'],
    // A line with an arrow would be read as the times of the next cue.
    ['a --\u0007> b', 'a --&gt; b'],
    ['<v Ana --\n>hola</v>', '<v Ana ->hola</v>'],
    ['<v Ana --- Bea\u0007>hola</v>', '<v Ana - Bea>hola</v>'],
    ['<c.a--\n>hola</c>', '<c>hola</c>'],
    ['<c.a-b.c->hola</c>', '<c.a-b>hola</c>'],
    ['<lang es--\n>hola</lang>', 'hola'],
  ])('keep of %s only what marks text up', (text, expected) => {
    expect(cleaned(text)).toBe(expected);
  });

  it('are put in the order of their time', () => {
    const { vtt } = cleanCaptions('00:05.000 --> 00:06.000\nb\n\n00:01.000 --> 00:09.000\na\n');
    expect(vtt).toBe(
      'WEBVTT\n\n00:00:01.000 --> 00:00:09.000\na\n\n00:00:05.000 --> 00:00:06.000\nb\n',
    );
  });

  it('are understood where an empty line between two cues was forgotten', () => {
    const srt = '1\n00:00:01,000 --> 00:00:02,000\na\n2\n00:00:03,000 --> 00:00:04,000\nb\n';
    expect(cleanCaptions(srt).cues).toBe(2);
  });

  it.each([
    ['', ['no_cues', 1]],
    ['just some text', ['no_cues', 1]],
    ['1\n00:00:01,000 --> 00:00:99,000\na', ['bad_time', 2]],
    ['1\n00:00:01 --> soon\na', ['bad_time', 2]],
    ['WEBVTT\n\n00:02.000 --> 00:01.000\na', ['ends_before_start', 3]],
    ['WEBVTT\n\na\0', ['not_text', 3]],
    ['00:01.000 --> 00:02.000\na\n\n'.repeat(20_001), ['too_many_cues', 60_001]],
  ])('are refused with a reason and a line (%#)', (given, refusal) => {
    expect(refusalOf(given)).toEqual(refusal);
  });

  it.each([
    ['opened tags', '<'.repeat(2_000_000)],
    ['deep tags', '<b>'.repeat(600_000)],
    ['signs', '&'.repeat(2_000_000)],
    ['brackets', '{\\'.repeat(1_000_000)],
    ['empty lines', '\n'.repeat(2_000_000)],
    ['arrows', '-->'.repeat(600_000)],
    ['lines of arrows', '-->\n'.repeat(500_000)],
    ['numbers', '1\n'.repeat(1_000_000)],
    ['spaces', ' '.repeat(2_000_000)],
    ['digits', '0'.repeat(2_000_000)],
    ['settings', `00:01.000 --> 00:02.000${' line:1%'.repeat(200_000)}\na`],
    ['one long cue', `00:01.000 --> 00:02.000\n${'a<i> '.repeat(300_000)}`],
  ])('made of %s take no time', (_, text) => {
    const begun = performance.now();
    const head = refusalOf(`WEBVTT\n\n${text}`);
    refusalOf(`00:01.000 --> 00:02.000\n${text}`);
    expect(head instanceof Error).toBe(false);
    expect(performance.now() - begun).toBeLessThan(3000);
  });

  it('hold nothing but cues and known tags, whatever comes, and cleaning again changes nothing', () => {
    const bits = fc.constantFrom(
      ...[
        '<',
        '>',
        '</',
        '&',
        ';',
        '-->',
        '\n',
        '\n\n',
        '\r',
        '\r\n',
        ' ',
        '\t',
        '.',
        ':',
        ',',
        '%',
      ],
      ...[
        '<b>',
        '</b>',
        '<i.x>',
        '<v A>',
        '</v>',
        '<c>',
        '<ruby>',
        '<rt>',
        '<script>',
        '<lang es>',
        '<v A--\n>',
        '<c.a--\n>',
        '<lang es--\n>',
      ],
      ...[
        'WEBVTT',
        'NOTE',
        'STYLE',
        'REGION',
        '1',
        '00:01.000',
        '00:00:02,000',
        'line:5',
        'align:end',
      ],
      ...['&amp;', '&lt;', '{\\an8}', '}', '\u2028', '\ud800', '\u0007', 'é', '漢', 'a b'],
      '\n\n00:01.000 --> 00:02.000\n',
    );
    const text = fc.array(fc.oneof(bits, fc.string({ maxLength: 6, unit: 'binary' })), {
      maxLength: 60,
    });
    const cue = '00:00:01.000 --> 00:00:02.000\n';
    fc.assert(
      fc.property(text, (parts) => {
        const given = cue + parts.join('').replaceAll('\0', '');
        const refusal = refusalOf(given);
        if (refusal !== null) return Array.isArray(refusal);
        const { vtt, cues } = cleanCaptions(given);
        return isCleanVtt(vtt, cues) && cleanCaptions(vtt).vtt === vtt;
      }),
      { numRuns: 3000, seed: 29 },
    );
    expect(isCleanVtt('WEBVTT\n\n00:00:01.000 --> 00:00:02.000\n<x>\n', 1)).toBe(false);
  });
});

/** Written apart from the cleaner: each block is times and text, and text has known tags only. */
function isCleanVtt(vtt: string, cues: number): boolean {
  const [head, ...blocks] = vtt.replace(/\n$/, '').split('\n\n');
  return (
    head === 'WEBVTT' &&
    blocks.length === cues &&
    blocks.every((block) => {
      const [timing = '', ...lines] = block.split('\n');
      const inside = lines.join('\n').replace(/<\/?(?:b|i|u|c|v|lang|ruby|rt)[^<>&]*>/g, '');
      return (
        /^\d\d:\d\d:\d\d\.\d{3} --> \d\d:\d\d:\d\d\.\d{3}(?: [a-z]+:[\w%.,-]+)*$/.test(timing) &&
        lines.length > 0 &&
        !/[<>\r\0]/.test(inside) &&
        !lines.some((line) => line.includes('-->')) &&
        !/&(?!(?:amp|lt|gt|nbsp|lrm|rlm);)/.test(inside)
      );
    })
  );
}
