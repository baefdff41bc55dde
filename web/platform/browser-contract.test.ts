import { parseAst } from 'vite';
import { expect, test } from 'vitest';
import { withoutSchemas, withPureDeclarations } from './browser-contract.ts';

test('an endpoint keeps what calling it needs', () => {
  const code = "const c = { ask: endpoint({ method: 'GET', path: '/a', query: z.object({}) }) };";
  expect(withoutSchemas(code, parseAst)).toBe(
    "const c = { ask: endpoint({ method: 'GET', path: '/a' }) };",
  );
});

test('what is declared by a call may be left out; functions and plain values stay as they are', () => {
  const code = [
    'export const Name = z.string().max(30);',
    'const both = { ...Name.shape };',
    "export const size = 3, word = 'a';",
    'export const twice = (n) => f(n);',
  ].join('\n');
  expect(withPureDeclarations(code, parseAst).split('\n')).toEqual([
    'export const Name = /* @__PURE__ */ (() => (z.string().max(30)))();',
    'const both = /* @__PURE__ */ (() => ({ ...Name.shape }))();',
    "export const size = 3, word = 'a';",
    'export const twice = (n) => f(n);',
  ]);
});
