import { redactText } from '../../../lib/redact.js'
import { plainWords } from '../plain-words.js'

const maxLength = 300

type ChainFailure = Error & { shortMessage: string; details?: unknown; code?: unknown }

/** Whether the chain is what failed, and not we ourselves. */
export function isChainFailure(error: unknown): error is ChainFailure {
  return error instanceof Error && 'shortMessage' in error && typeof error.shortMessage === 'string'
}

/**
 * What failed, in one line that may be kept. The library's full text names the node's address, which may hold a key.
 */
export function describeFailure(error: unknown): string {
  return plainWords(redactText(wordsOf(error)), maxLength)
}

function wordsOf(error: unknown): string {
  if (!isChainFailure(error)) return error instanceof Error ? error.message : String(error)
  // With a code the node itself has answered, and its words say more than the library's.
  const isAnswer = typeof error.code === 'number' && typeof error.details === 'string'
  return isAnswer ? String(error.details) : error.shortMessage
}
