import { redactText } from '../../lib/redact.js'
import { plainWords } from '../chain/chain-failures.js'

/** Returns the first line of the innermost cause, which says the most, without secrets. */
export function describeError(error: unknown): string {
  let inner = error
  while (inner instanceof Error && inner.cause !== undefined) inner = inner.cause
  const [line = ''] = textOf(inner).split('\n')
  return plainWords(redactText(line), 200).replace(/\.$/, '')
}

/** An error with several causes, such as one per address of a host, has no message of its own. */
function textOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return textOf(error.errors[0])
  return error instanceof Error ? error.message : String(error)
}

/** Waits for a query. Returns null when it failed because the database has no tables yet. */
export async function nullWithoutTables<Result>(query: Promise<Result>): Promise<Result | null> {
  try {
    return await query
  } catch (error) {
    if (isTableMissing(error)) return null
    throw error
  }
}

function isTableMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '42P01'
}
