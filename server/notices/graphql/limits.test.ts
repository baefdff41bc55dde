import { buildSchema, parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { validationRules } from './limits.ts';

const schema = buildSchema('type Query { me: Person } type Person { friend: Person name: String }');
const isRefused = (query: string, production = true) =>
  validate(schema, parse(query), validationRules(production)).length > 0;
/** `me`, so many friends, and a name. */
const friends = (count: number) => `${'friend { '.repeat(count)}name${' }'.repeat(count)}`;

describe('what one operation may ask', () => {
  it('is seven levels deep, also by way of fragments', () => {
    expect(isRefused(`{ me { ${friends(5)} } }`)).toBe(false);
    expect(isRefused(`{ me { ${friends(6)} } }`)).toBe(true);
    expect(isRefused(`{ me { ...F } } fragment F on Person { ${friends(5)} }`)).toBe(false);
    expect(isRefused(`{ me { ...F } } fragment F on Person { ${friends(6)} }`)).toBe(true);
    expect(isRefused('{ me { ... on Person { name } } }')).toBe(false);
  });

  it('does not grow without end by fragments in fragments', () => {
    const fragments = Array.from(
      { length: 12 },
      (_, at) => `fragment F${at} on Person { ...F${at + 1} ...F${at + 1} }`,
    );
    const query = `{ me { ...F0 } } ${fragments.join(' ')} fragment F12 on Person { name }`;
    expect(isRefused(query)).toBe(true);
  });

  it('describes the schema in development only', () => {
    expect(isRefused('{ __schema { types { name } } }', true)).toBe(true);
    expect(isRefused('{ __schema { types { name } } }', false)).toBe(false);
  });
});
