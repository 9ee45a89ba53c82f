import { Type } from 'typebox'

/** The body of every error. Some carry further fields, which their page in the docs names. */
export const ApiError = Type.Object(
  {
    error: Type.String({ description: 'Stable code, see docs/errors.md' }),
    message: Type.String({ description: 'What happened and what to do, for a person' }),
  },
  { title: 'ApiError', additionalProperties: true },
)
