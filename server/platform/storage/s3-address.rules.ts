/** Where files lie in an object storage. */
export type S3Address = {
  bucket: string;
  /** Before every key, with its slash; empty: the whole bucket is ours. */
  prefix: string;
  /** Null: Amazon itself. */
  endpoint: string | null;
  region: string | null;
  /** `https://host/bucket/key` rather than `https://bucket.host/key`. */
  pathStyle: boolean;
};

export type ReadAddress = { ok: true; address: S3Address } | { ok: false; fault: string };

const bucketName = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const prefixPath = /^(?:[\w-][\w.-]*(?:\/[\w-][\w.-]*)*)?$/;
const regionName = /^[a-z0-9-]{2,40}$/;
const settings = ['endpoint', 'region', 'pathStyle'];

const wrong = (fault: string): ReadAddress => ({ ok: false, fault });

/**
 * `s3://bucket/prefix?endpoint=https://host&region=eu-west-1&pathStyle=on`. Whoever names an endpoint
 * mostly runs a server that knows no names below its own: there the bucket stands in the path,
 * unless `pathStyle=off`.
 */
export function readS3Address(text: string): ReadAddress {
  const url = new URL(text);
  if (url.username || url.password)
    return wrong('its log-in belongs in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY');
  if (url.port || !bucketName.test(url.hostname))
    return wrong('s3:// is followed by the name of a bucket');
  const path = url.pathname.replace(/^\/|\/$/g, '');
  if (!prefixPath.test(path)) return wrong('the prefix has letters, digits, _ - . and / alone');
  const unknown = [...url.searchParams.keys()].find((name) => !settings.includes(name));
  if (unknown !== undefined)
    return wrong(`after the question mark stand ${settings.join(', ')} alone`);
  return readSettings(url.searchParams, {
    bucket: url.hostname,
    prefix: path === '' ? '' : `${path}/`,
  });
}

function readSettings(
  query: URLSearchParams,
  place: Pick<S3Address, 'bucket' | 'prefix'>,
): ReadAddress {
  const endpoint = query.get('endpoint');
  if (endpoint !== null && !isOrigin(endpoint))
    return wrong('endpoint is an http: or https: address without a path');
  const region = query.get('region');
  if (region !== null && !regionName.test(region)) return wrong('region is one such as eu-west-1');
  const style = query.get('pathStyle') ?? (endpoint === null ? 'off' : 'on');
  if (style !== 'on' && style !== 'off') return wrong('pathStyle is on or off');
  return { ok: true, address: { ...place, endpoint, region, pathStyle: style === 'on' } };
}

function isOrigin(text: string): boolean {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) return false;
  return url.pathname === '/' && !url.search && !url.hash && !url.username && !url.password;
}
