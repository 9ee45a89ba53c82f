import { type TObjectOptions, type TProperties, type TSchema, Type } from 'typebox'

/** The body of every error. Some errors have further fields, listed in docs/errors.md. */
export const ApiError = Type.Object(
  {
    error: Type.String({ description: 'Stable code, see docs/errors.md' }),
    message: Type.String({ description: 'The problem and its fix, for a person' }),
  },
  { title: 'ApiError', additionalProperties: true },
)

/** An object with any fields. `Type.Record` would drop fields whose names contain a line break. */
export const AnyFields = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  additionalProperties: true,
})

/** A signature by a wallet. */
export const Signature = Type.String({
  // EIP-6492 signatures of contract wallets are long, because they carry deployment code.
  pattern: '^0x([0-9a-fA-F]{2}){1,16384}$',
  description: 'Signature by the wallet key, or one that the contract wallet accepts',
})

/** Returns the schema of a value that can be null. */
export function orNull<Schema extends TSchema>(schema: Schema, description?: string) {
  return Type.Union([schema, Type.Null()], description === undefined ? {} : { description })
}

/** Returns the schema of an optional body. The server treats a missing body as `null`. */
export function optionalBody<Body extends TSchema>(body: Body) {
  return Type.Union([body, Type.Null()])
}

/** Returns whether a body schema was made by `optionalBody`. */
export function isOptionalBody(schema: unknown): boolean {
  const { anyOf = [] } = (schema ?? {}) as { anyOf?: { type?: string }[] }
  return anyOf.some(({ type }) => type === 'null')
}

/** Returns the schema of a text. */
export function text(description: string) {
  return Type.String({ description })
}

/** Returns the schema of a whole number. */
export function integer(description: string) {
  return Type.Integer({ description })
}

export function number(description: string) {
  return Type.Number({ description })
}

export function boolean(description: string) {
  return Type.Boolean({ description })
}

/** Returns the schema of a time. */
export function time(description: string) {
  return Type.Integer({ description: `Unix ms; ${description}` })
}

/** Returns the schema of a choice of texts. The API reference describes it once, by its title. */
export function namedEnum<const Value extends string>(
  title: string,
  values: readonly Value[],
  description?: string,
) {
  const options = description === undefined ? {} : { description }
  return Type.Enum([...values], { title, type: 'string', ...options })
}

/** Returns the schema of an object. The API reference describes it once, by its title. */
export function namedObject<Fields extends TProperties>(
  title: string,
  fields: Fields,
  options: Pick<TObjectOptions, 'description' | 'additionalProperties'> = {},
) {
  return Type.Object(fields, { title, ...options })
}

/** Returns the schema of a successful response with these fields. */
export function okResponse<Fields extends TProperties>(
  title: string,
  fields: Fields,
  options: { description?: string } = {},
) {
  return Type.Object({ ok: Type.Literal(true), ...fields }, { title, ...options })
}

/** Returns the same for routes whose responses report `success` in place of `ok`. */
export function successResponse<Fields extends TProperties>(
  title: string,
  fields: Fields,
  options: { description?: string } = {},
) {
  return Type.Object({ success: Type.Literal(true), ...fields }, { title, ...options })
}
