/** Runs while building only: what the browser gets of the contract. */
type Node = { type: string; start: number; end: number; [key: string]: unknown };

/** All that calling an endpoint needs; schemas are for the server, which checks everything anyway. */
const kept = new Set(['method', 'path', 'idempotent', 'upload', 'file']);

function* callsOfEndpoint(node: unknown): Generator<Node> {
  if (Array.isArray(node)) {
    for (const one of node) yield* callsOfEndpoint(one);
    return;
  }
  if (!node || typeof node !== 'object') return;
  const here = node as Node;
  const callee = here.callee as (Node & { name?: string }) | undefined;
  if (here.type === 'CallExpression' && callee?.name === 'endpoint') yield here;
  for (const value of Object.values(here)) yield* callsOfEndpoint(value);
}

/** Values that are made, at the latest when they are read, by calling something. */
const made = new Set(['CallExpression', 'ObjectExpression', 'ArrayExpression', 'MemberExpression']);

/** The initial values of what a file declares at its top, but for functions and plain texts. */
function* madeAtTop(program: unknown): Generator<Node> {
  for (const statement of (program as { body: Node[] }).body) {
    const declared = (statement.declaration ?? statement) as Node;
    if (declared.type !== 'VariableDeclaration') continue;
    for (const { init } of declared.declarations as { init: Node | null }[]) {
      if (init && made.has(init.type)) yield init;
    }
  }
}

const nameOf = (property: Node): string | undefined => (property.key as { name?: string })?.name;

/**
 * The code of a contract file without the schemas of its endpoints. Nobody then refers to most of
 * them, the bundler drops them, and zod stays out of pages that use no schema themselves.
 */
export function withoutSchemas(code: string, parse: (code: string) => unknown): string {
  let result = code;
  const calls = [...callsOfEndpoint(parse(code))].sort((a, b) => b.start - a.start);
  for (const call of calls) {
    const [parts] = call.arguments as Node[];
    if (parts?.type !== 'ObjectExpression') continue;
    const properties = (parts.properties as Node[])
      .filter((property) => kept.has(nameOf(property) ?? ''))
      .map(({ start, end }) => code.slice(start, end));
    result = `${result.slice(0, parts.start)}{ ${properties.join(', ')} }${result.slice(parts.end)}`;
  }
  return result;
}

/**
 * The code of a contract file in which every declared value that nobody refers to may be left out:
 * nothing is done by declaring it. The bundler sees that of a plain call it is told about, but not
 * of `z.string().max(30)`, and one such schema keeps the whole of zod.
 */
export function withPureDeclarations(code: string, parse: (code: string) => unknown): string {
  let result = code;
  const values = [...madeAtTop(parse(code))].sort((a, b) => b.start - a.start);
  for (const { start, end } of values) {
    const value = `/* @__PURE__ */ (() => (${result.slice(start, end)}))()`;
    result = `${result.slice(0, start)}${value}${result.slice(end)}`;
  }
  return result;
}
