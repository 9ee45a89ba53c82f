import { type TSchema, Type } from 'typebox'

/** The body of every error. Some carry further fields, which their page in the docs names. */
export const ApiError = Type.Object(
  {
    error: Type.String({ description: 'Stable code, see docs/errors.md' }),
    message: Type.String({ description: 'What happened and what to do, for a person' }),
  },
  { title: 'ApiError', additionalProperties: true },
)

/** An object with whatever fields it has. `Type.Record` would leave out those with a line break in their names. */
export const AnyFields = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  additionalProperties: true,
})

/** The schema of a body that may be left out: the server takes a missing one for `null`. */
export function optionalBody<Body extends TSchema>(body: Body) {
  return Type.Union([body, Type.Null()])
}

/** Whether a body schema was made by `optionalBody`. */
export function isOptionalBody(schema: unknown): boolean {
  const { anyOf = [] } = (schema ?? {}) as { anyOf?: { type?: string }[] }
  return anyOf.some(({ type }) => type === 'null')
}
