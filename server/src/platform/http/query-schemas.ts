import { Type } from 'typebox'

type Bounds = { minimum?: number; maximum?: number; default?: number }

// Query values are text, and their verbs check them. The schema of the content is for the API
// reference, so that generated clients take numbers and booleans.

/** Returns the schema of an optional whole number in a query. */
export function integerText(description: string, bounds: Bounds = {}) {
  return contentText(description, { type: 'integer', ...bounds })
}

/** Returns the schema of an optional number in a query. */
export function numberText(description: string, bounds: Bounds = {}) {
  return contentText(description, { type: 'number', ...bounds })
}

/** Returns the schema of an optional boolean in a query. */
export function booleanText(description: string) {
  return Type.Optional(
    Type.String({
      pattern: '^(true|false)$',
      description,
      contentMediaType: 'application/json',
      contentSchema: { type: 'boolean' },
    }),
  )
}

function contentText(description: string, contentSchema: Record<string, unknown>) {
  return Type.Optional(
    Type.String({ description, contentMediaType: 'application/json', contentSchema }),
  )
}
