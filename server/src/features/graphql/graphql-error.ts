import { AppError, type ErrorCode, invalidInput } from '../../lib/errors.js'

/** Codes of GraphQL errors that differ from the upper case of ours. */
const codes: Partial<Record<ErrorCode, string>> = {
  unauthorized: 'UNAUTHENTICATED',
  failed: 'INTERNAL_SERVER_ERROR',
}

/** A message may quote the document, which can be long. */
const messageCharacters = 200

/** Returns the GraphQL code of an error inside a response with status 200. */
export function graphqlCodeOf(code: ErrorCode): string {
  if (code === 'invalid_input' || code === 'invalid_wallet') return 'BAD_USER_INPUT'
  return codes[code] ?? code.toUpperCase()
}

/** Returns the error for a request that is malformed, invalid or too expensive. */
export function badRequest(message: string): AppError {
  return invalidInput(shorten(message))
}

/** A document that cannot be parsed, is invalid for the schema, or has wrong variables. */
export class DocumentError extends AppError {
  constructor(message: string) {
    super('invalid_input', shorten(message))
  }
}

/** Returns the list of errors that GraphQL clients read, for a response whose status is not 200. */
export function graphqlErrorFields({ error, message }: { error: ErrorCode; message: string }) {
  const code = error === 'invalid_input' ? 'BAD_REQUEST' : graphqlCodeOf(error)
  return { errors: [{ message, extensions: { code } }] }
}

/** Shortens a message that may quote a part of the document. */
export function shorten(message: string): string {
  return message.length > messageCharacters ? `${message.slice(0, messageCharacters)}…` : message
}
