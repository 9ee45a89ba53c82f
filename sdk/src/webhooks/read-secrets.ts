import type { Bytes } from './read-body.js'
import { WebhookError } from './webhook-error.js'

/** What a secret is to each of the two signatures. */
export type Secret = {
  text: string
  /** Key of `X-…-Signature`: the text, whatever it is. */
  service: Bytes
  /** Key of `webhook-signature`: the bytes that `whsec_` stands before, or the text of a developer key. */
  standard: Bytes
}

export const endpointPrefix = 'whsec_'

/**
 * The keys in one or several secrets.
 *
 * @throws {WebhookError} `secret_unusable`
 */
export function readSecrets(secret: unknown): Secret[] {
  const given: unknown[] = Array.isArray(secret) ? secret : [secret]
  if (given.length === 0) throw createUnusableError('The list of secrets is empty.')
  return given.map(readSecret)
}

/** `null` for a text that nothing can be signed with. */
export function findKeys(text: string): Secret | null {
  const service = new TextEncoder().encode(text)
  const standard = text.startsWith(endpointPrefix)
    ? decodeBase64(text.slice(endpointPrefix.length))
    : service
  if (service.length === 0 || standard === null || standard.length === 0) return null
  return { text, service, standard }
}

/** `null` for what is not base64. */
export function decodeBase64(text: string): Bytes | null {
  try {
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0))
  } catch {
    return null
  }
}

function readSecret(secret: unknown): Secret {
  if (typeof secret !== 'string') {
    throw createUnusableError(`A secret is ${secret === null ? 'null' : typeof secret}.`)
  }
  if (secret.trim() === '') throw createUnusableError('A secret is empty.')

  const keys = findKeys(secret)
  if (keys !== null) return keys
  throw createUnusableError('What follows whsec_ is not base64, so the secret is not whole.')
}

function createUnusableError(what: string): WebhookError {
  return new WebhookError(
    'secret_unusable',
    `${what} Pass the developer key that made the receipt, or the whsec_ secret of the shop's endpoint; ` +
      'if it comes from the environment, check that the variable is set where this runs.',
  )
}
