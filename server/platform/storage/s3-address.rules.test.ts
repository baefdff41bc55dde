import { describe, expect, it } from 'vitest';
import { readS3Address } from './s3-address.rules.ts';

describe('the address of an object storage', () => {
  it.each([
    [
      's3://shows?region=eu-west-1',
      { bucket: 'shows', prefix: '', endpoint: null, region: 'eu-west-1', pathStyle: false },
    ],
    [
      's3://shows/platea/files/?endpoint=https://s3.example.test:9000',
      {
        bucket: 'shows',
        prefix: 'platea/files/',
        endpoint: 'https://s3.example.test:9000',
        region: null,
        pathStyle: true,
      },
    ],
    [
      's3://shows.example/a?endpoint=https%3A%2F%2Fs3.example.test&region=auto&pathStyle=off',
      {
        bucket: 'shows.example',
        prefix: 'a/',
        endpoint: 'https://s3.example.test',
        region: 'auto',
        pathStyle: false,
      },
    ],
  ])('%s is read', (text, address) => {
    expect(readS3Address(text)).toEqual({ ok: true, address });
  });

  it.each([
    ['s3://key:secret@shows', 'AWS_SECRET_ACCESS_KEY'],
    ['s3:///files', 'the name of a bucket'],
    ['s3://a', 'the name of a bucket'],
    ['s3://shows:9000/', 'the name of a bucket'],
    ['s3://Shows_of_us/', 'the name of a bucket'],
    ['s3://shows/a//b', 'the prefix'],
    ['s3://shows/a%20b', 'the prefix'],
    ['s3://shows/.hidden', 'the prefix'],
    ['s3://shows?host=x', 'endpoint, region, pathStyle alone'],
    ['s3://shows?endpoint=s3.example.test', 'endpoint'],
    ['s3://shows?endpoint=ftp://s3.example.test', 'endpoint'],
    ['s3://shows?endpoint=https://s3.example.test/path', 'endpoint'],
    ['s3://shows?endpoint=https://a:b@s3.example.test', 'endpoint'],
    ['s3://shows?region=', 'region'],
    ['s3://shows?region=eu%20west', 'region'],
    ['s3://shows?pathStyle=yes', 'pathStyle is on or off'],
  ])('%s is refused with what is wrong', (text, fault) => {
    const read = readS3Address(text);
    expect(read.ok).toBe(false);
    expect(read.ok ? '' : read.fault).toContain(fault);
  });
});
