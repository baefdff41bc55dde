import { inflateRawSync } from 'node:zlib';

/** The files of a zip archive by name, read by its directory at the end. */
export function unzipped(archive: Buffer): Map<string, string> {
  const files = new Map<string, string>();
  const end = archive.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [nameLength, extraLength, noteLength] = [28, 30, 32].map((by) =>
      archive.readUInt16LE(at + by),
    ) as [number, number, number];
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength);
    const local = archive.readUInt32LE(at + 42);
    const from = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const packed = archive.subarray(from, from + archive.readUInt32LE(at + 20));
    const content = archive.readUInt16LE(at + 10) === 0 ? packed : inflateRawSync(packed);
    files.set(name, content.toString('utf8'));
    at += 46 + nameLength + extraLength + noteLength;
  }
  return files;
}

/** A cell as Excel sees it: its kind (`text`, `number`, `formula`) and what is in it. */
export type SheetCell = { kind: 'text' | 'number' | 'formula'; value: string };

const plain = (xml: string): string =>
  xml
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');

/** The rows of the only sheet of a workbook, without empty cells. */
export function rowsOfWorkbook(file: Buffer): SheetCell[][] {
  const files = unzipped(file);
  const sheet = files.get('xl/worksheets/sheet1.xml') ?? '';
  const texts = [...(files.get('xl/sharedStrings.xml') ?? '').matchAll(/<si>(.*?)<\/si>/gs)].map(
    ([, item = '']) => plain(item.replaceAll(/<[^>]+>/g, '')),
  );
  return [...sheet.matchAll(/<row [^>]*>(.*?)<\/row>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<c ([^>]*?)(?:\/>|>(.*?)<\/c>)/gs)].flatMap(
      ([, marks = '', inside]): SheetCell[] => {
        if (!inside) return [];
        const value = /<v>(.*?)<\/v>/s.exec(inside)?.[1] ?? '';
        if (inside.includes('<f')) return [{ kind: 'formula', value }];
        if (marks.includes('t="s"')) return [{ kind: 'text', value: texts[Number(value)] ?? '' }];
        const written = plain(/<t[^>]*>(.*?)<\/t>/s.exec(inside)?.[1] ?? '');
        if (marks.includes('t="inlineStr"')) return [{ kind: 'text', value: written }];
        return [{ kind: 'number', value }];
      },
    ),
  );
}

/** The rows of a CSV file as RFC 4180 has them; throws where it does not. */
export function rowsOfCsv(text: string): string[][] {
  const rows: string[][] = [];
  let cells: string[] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy;
  const body = text.replace(/^\uFEFF/, '');
  while (cell.lastIndex < body.length) {
    const found = cell.exec(body);
    if (!found) throw new Error(`no CSV: ${body.slice(0, 200)}`);
    cells.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? '');
    if (found[3] === ',') continue;
    rows.push(cells);
    cells = [];
  }
  return rows;
}
