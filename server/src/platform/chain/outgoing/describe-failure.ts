import { redactText } from '../../../lib/redact.js'
import { plainWords } from '../revert-reason.js'

const maxLength = 300

type ChainFailure = Error & { shortMessage: string; details?: unknown; code?: unknown }

/** Returns whether an error comes from the chain or its node. */
export function isChainFailure(error: unknown): error is ChainFailure {
  return error instanceof Error && 'shortMessage' in error && typeof error.shortMessage === 'string'
}

/**
 * Describes an error in one line that is safe to store. The library's full message contains the node's URL, which may
 * contain a key.
 */
export function describeFailure(error: unknown): string {
  return plainWords(redactText(messageOf(error)), maxLength)
}

function messageOf(error: unknown): string {
  if (!isChainFailure(error)) return error instanceof Error ? error.message : String(error)
  // With a code, the node itself responded, and its message says more than the library's.
  const isNodeError = typeof error.code === 'number' && typeof error.details === 'string'
  return isNodeError ? String(error.details) : error.shortMessage
}
