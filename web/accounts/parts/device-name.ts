const browsers: [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const systems: [RegExp, string][] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

const firstIn = (names: [RegExp, string][], agent: string): string =>
  names.find(([sign]) => sign.test(agent))?.[1] ?? '';

/** "Firefox, Linux" out of what a browser says of itself; '' when it says nothing known. */
export const deviceName = (userAgent: string): string =>
  [firstIn(browsers, userAgent), firstIn(systems, userAgent)].filter(Boolean).join(', ');
