import fc from 'fast-check';
import { z } from 'zod';

type JsonSchema = {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  format?: string;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  additionalProperties?: JsonSchema | boolean;
};

/** What people and programs send when they should not: wrong types, huge, hostile, empty. */
const hostile: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    '',
    ' ',
    -1,
    0,
    1.5,
    9_007_199_254_740_992,
    1e308,
    true,
    [],
    {},
    [[]],
    '\u0000',
    '\ud800',
    "'; drop table users; --",
    '<script>alert(1)</script>',
    '../../etc/passwd',
    '%2e%2e%2f',
    '2026-02-30T25:61',
    '0000-00-00T00:00:00Z',
    '+275760-09-13T00:00:00.001Z',
    'NaN',
    '𝕳𝖊𝖑𝖑𝖔',
    { $ne: null },
    { __proto__: { admin: true }, constructor: 1 },
  ),
  fc.string({ maxLength: 40, unit: 'binary' }),
  fc.string({ minLength: 3000, maxLength: 6000 }),
  fc.integer(),
  fc.double(),
  fc.array(fc.jsonValue({ maxDepth: 2 }), { maxLength: 5 }),
  fc.jsonValue({ maxDepth: 4 }),
);

/** Values of roughly the right shape, with a hostile one in about one place of six. */
export function fromSchema(schema: z.ZodType): fc.Arbitrary<unknown> {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  return nearly(json, 0);
}

function nearly(schema: JsonSchema, depth: number): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 5, arbitrary: rightly(schema, depth) },
    { weight: 1, arbitrary: hostile },
  );
}

function rightly(schema: JsonSchema, depth: number): fc.Arbitrary<unknown> {
  if (depth > 5) return hostile;
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (choices) return fc.oneof(...choices.map((choice) => nearly(choice, depth + 1)));
  return byType[schema.type ?? '']?.(schema, depth) ?? hostile;
}

const byType: Record<string, (schema: JsonSchema, depth: number) => fc.Arbitrary<unknown>> = {
  object: ({ properties = {}, required = [] }, depth) => {
    const entries = Object.entries(properties).map(
      ([name, part]) => [name, nearly(part, depth + 1)] as const,
    );
    return fc
      .record(Object.fromEntries(entries), {
        requiredKeys: required.filter((name) => name in properties),
      })
      .chain((right) =>
        fc.oneof(
          { weight: 8, arbitrary: fc.constant(right) },
          {
            weight: 1,
            arbitrary: fc.constant({ ...right, roles: ['ADMIN'], id: 1, state: 'paid' }),
          },
        ),
      );
  },
  array: ({ items = {} }, depth) => fc.array(nearly(items, depth + 1), { maxLength: 4 }),
  string: ({ format, maxLength = 60 }) => {
    if (format === 'uuid') return fc.uuid();
    if (format === 'email') return fc.emailAddress();
    if (format === 'uri') return fc.webUrl();
    if (format === 'date-time')
      return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
    return fc.string({ maxLength: Math.min(maxLength + 1, 500) });
  },
  integer: ({ minimum = -10, maximum = 1_000_000 }) =>
    fc.integer({ min: Math.max(minimum, -1_000_000), max: Math.min(maximum, 1_000_000) }),
  number: () => fc.double(),
  boolean: () => fc.boolean(),
  null: () => fc.constant(null),
};
