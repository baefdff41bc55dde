import {
  type ASTVisitor,
  type DocumentNode,
  Kind,
  NoSchemaIntrospectionCustomRule,
  type SelectionSetNode,
  type ValidationContext,
} from 'graphql';
import { createGraphQLError } from 'graphql-yoga';

/** What one operation may ask: far above what a screen needs, far below what would cost. */
export const queryLimits = {
  tokens: 600,
  depth: 7,
  fields: 60,
  rootFields: 8,
  aliases: 15,
} as const;

type Size = { depth: number; fields: number; aliases: number };

/** Refuses operations that are too deep or ask the same thing too often under other names. */
export function limitOperations(context: ValidationContext): ASTVisitor {
  return {
    Document(document) {
      for (const definition of document.definitions) {
        if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
        const size = sizeOf(definition.selectionSet, document, []);
        const tooMuch =
          size.depth > queryLimits.depth ||
          size.fields > queryLimits.fields ||
          size.aliases > queryLimits.aliases ||
          definition.selectionSet.selections.length > queryLimits.rootFields;
        if (tooMuch) {
          context.reportError(
            createGraphQLError('The operation asks too much.', {
              nodes: [definition],
              extensions: { code: 'BAD_REQUEST' },
            }),
          );
        }
      }
    },
  };
}

/** Rules that every operation passes; production does not describe its schema. */
export const validationRules = (production: boolean) =>
  production ? [limitOperations, NoSchemaIntrospectionCustomRule] : [limitOperations];

/** Fragments are counted where they are spread; one inside itself ends the count at once. */
function sizeOf(set: SelectionSetNode, document: DocumentNode, inside: string[]): Size {
  const size: Size = { depth: 1, fields: 0, aliases: 0 };
  for (const selection of set.selections) {
    const inner = innerOf(selection, document, inside);
    if (selection.kind === Kind.FIELD) {
      size.fields += 1;
      if (selection.alias) size.aliases += 1;
    }
    const steps = selection.kind === Kind.FIELD ? 1 : 0;
    size.depth = Math.max(size.depth, inner.depth + steps);
    size.fields += inner.fields;
    size.aliases += inner.aliases;
    // Enough to refuse: a fragment spread many times in fragments must not be walked to its end.
    if (size.fields > queryLimits.fields || size.depth > queryLimits.depth) break;
  }
  return size;
}

const nothing: Size = { depth: 0, fields: 0, aliases: 0 };

function innerOf(
  selection: SelectionSetNode['selections'][number],
  document: DocumentNode,
  inside: string[],
): Size {
  if (selection.kind === Kind.FIELD) {
    return selection.selectionSet ? sizeOf(selection.selectionSet, document, inside) : nothing;
  }
  if (selection.kind === Kind.INLINE_FRAGMENT) {
    return sizeOf(selection.selectionSet, document, inside);
  }
  const name = selection.name.value;
  if (inside.includes(name) || inside.length > queryLimits.depth) {
    return { ...nothing, depth: queryLimits.depth + 1 };
  }
  const fragment = document.definitions.find(
    (definition) => definition.kind === Kind.FRAGMENT_DEFINITION && definition.name.value === name,
  );
  if (fragment?.kind !== Kind.FRAGMENT_DEFINITION) return nothing;
  return sizeOf(fragment.selectionSet, document, [...inside, name]);
}
