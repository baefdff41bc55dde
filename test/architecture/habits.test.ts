import { describe, expect, it } from 'vitest';
import { sourceFiles, withoutComments } from './source-files.ts';

const product = ['contract', 'server', 'web'].flatMap(sourceFiles);

/** Where a pattern stands in the code, as "file: line of code". */
function found(pattern: RegExp, except: RegExp): string[] {
  return product
    .filter(({ path }) => !except.test(path))
    .flatMap(({ path, text }) =>
      withoutComments(text)
        .split('\n')
        .filter((line) => pattern.test(line))
        .map((line) => `${path}: ${line.trim()}`),
    );
}

/** The files of the server that may keep something: these, and those that say how it is forgotten. */
function except(lasting: string[]): RegExp {
  const forgets = product
    .filter(({ text }) => /\bforgetBy\(/.test(text))
    .map(({ path }) => path.replace(/^server\/|\.ts$/g, ''));
  return new RegExp(`^(web|contract)/|^server/(${[...lasting, ...forgets].join('|')})\\.ts$`);
}

describe('the code', () => {
  it('asks one place for the time', () => {
    const clocks = /^server\/platform\/clock\.ts$|^web\/platform\/clock\.ts$/;
    expect(found(/\bDate\.now\(|\bnew Date\(\s*\)|Temporal\.Now\b/, clocks)).toEqual([]);
  });

  it('asks the server in one place', () => {
    const doors = /^server\/|^web\/platform\/(api|public-api)\.ts$/;
    expect(found(/(?<![.\w])fetch\(/, doors)).toEqual([]);
  });

  it('remembers nothing of an installation that it could not forget for the next', () => {
    // What holds for every installation, or ends with what is under way.
    const lasting = [
      'platform/(words|zones)',
      'platform/database/(processes|prepared)',
      'platform/brand/(index|serve-brand)',
      'platform/mail/(letter|deliver)',
      'platform/jobs',
      'media/(receive-upload|draw-in-turn|serve-media)',
      'chat/(tell-readers|check-readers)',
      'payments/paper/(fonts|said)',
      'live/(on-air|previews|carry-outputs|trials|engine/.+)',
      'media/encoding/.+',
      'pages/app/icons',
      'pages/cards/(serve-card|outline)',
    ];
    expect(
      found(/^(const|let) \w+(: [^=]+)? = new (Map|Set)(<.*>)?\(\);$/, except(lasting)),
    ).toEqual([]);
  });

  it('is tied to nothing of an installation that it could not loosen for the next', () => {
    const lasting = [
      // Of the machine and of the program's own files, the same for whatever is served.
      'platform/http/health',
      'pages/app/worker',
      // Kept with the settings that it was made of, and made anew where they are others.
      'platform/brand/index',
      'payments/providers/stripe',
      'notices/web-push/keys',
      // Opened and closed with the process, or with its server.
      '(main|roles)',
      'platform/(live|database/(index|processes))',
      'live/(on-air|start-engine)',
      // What is under way: it comes to nothing by itself.
      'platform/export/workbook',
      'media/draw-in-turn',
      'accounts/passwords',
      'chat/check-readers',
      'player/watch-check',
      // Numbers that only have to be others than before.
      'platform/database/prepared',
      'accounts/identify',
    ];
    expect(found(/^(export )?let \w+/, except(lasting))).toEqual([]);
  });

  it('leaves nothing switched off or put off without a reason', () => {
    expect(
      found(
        /@ts-ignore|@ts-nocheck|\bdebugger\b|console\.(log|debug)\(/,
        /^server\/(welcome|main)\.ts$/,
      ),
    ).toEqual([]);
  });

  it('has names that say something', () => {
    const empty =
      /(?:^|[-_./])(manager|service|helper|helpers|util|utils|handler|processor|dto|misc|common)(?:[-_.]|$)/i;
    expect(product.map(({ path }) => path).filter((path) => empty.test(path))).toEqual([]);
  });

  it('uses the known suffixes of files and no others', () => {
    const known = /^[^.]+(\.(rules|store|queries|config|server|client|module))?\.tsx?$/;
    const names = product.map(({ path }) => path.split('/').at(-1) ?? '');
    expect(names.filter((name) => !known.test(name))).toEqual([]);
  });

  it('lies at most two folders below its area', () => {
    expect(
      product.filter(({ path }) => path.split('/').length > 5).map(({ path }) => path),
    ).toEqual([]);
  });

  it('shows HTML that people wrote in one place, which the server has cleaned', () => {
    const known =
      /^web\/(root|entry\.|platform\/|ui\/|shells\/|catalog\/parts\/product-about\.tsx)/;
    expect(found(/dangerouslySetInnerHTML|\.innerHTML\s*=/, known)).toEqual([]);
  });
});
