import { EvidenceError } from './evidence-error.js'
import { type Fields, isFields } from './fields.js'

/**
 * The document in which a service publishes its keys: `/.well-known/did.json`.
 *
 * @example
 * const document: DidDocument = await (await fetch(`${baseUrl}/.well-known/did.json`)).json()
 */
export type DidDocument = {
  id: string
  verificationMethod?: readonly { id: string; publicKeyJwk?: Jwk }[]
}

type Jwk = { kty?: string; crv?: string; x?: string; y?: string }

/**
 * The service that must have signed, and how to find its key.
 *
 * @example
 * const issuer: EvidenceIssuer = { baseUrl: 'https://pay.example.com' }
 */
export type EvidenceIssuer = {
  /** The base URL of the service. Signatures of other services are rejected. */
  baseUrl: string
  /**
   * The DID document of the service. Fetched from the service by default. Store it beside what it
   * verifies.
   */
  document?: DidDocument | undefined
  /** Replaces `fetch`. */
  fetch?: typeof globalThis.fetch | undefined
}

const timeoutMs = 10_000

/**
 * Returns the key that a signature names. Accepts only keys that the service at `baseUrl`
 * publishes, because anyone can sign with a key of their own.
 *
 * @throws {EvidenceError} `issuer_wrong`, `key_unavailable`, `key_unknown`
 */
export async function getKey(kid: string, issuer: EvidenceIssuer): Promise<Jwk> {
  const did = didOf(issuer.baseUrl)
  const document = kid.startsWith(`${did}#`)
    ? (issuer.document ?? (await fetchDocument(issuer)))
    : null
  if (document?.id !== did) {
    throw new EvidenceError(
      'issuer_wrong',
      `The signature is by ${kid}, not by ${did}. Check baseUrl, or do not trust the sender.`,
    )
  }

  const jwk = document.verificationMethod?.find(({ id }) => id === kid)?.publicKeyJwk
  if (jwk?.kty === 'EC' && jwk.crv === 'P-256') {
    return { kty: 'EC', crv: 'P-256', x: String(jwk.x), y: String(jwk.y) }
  }
  throw new EvidenceError(
    'key_unknown',
    `The DID document of ${did} does not have the key ${kid}. Pass the document of that time, or do not trust the sender.`,
  )
}

/** Returns the DID of the method `web` for a base URL. */
function didOf(baseUrl: string): string {
  const { host } = new URL(baseUrl)
  return ['did', 'web', encodeURIComponent(host), ...pathOf(baseUrl)].join(':')
}

async function fetchDocument({
  baseUrl,
  fetch = globalThis.fetch,
}: EvidenceIssuer): Promise<DidDocument> {
  const path = pathOf(baseUrl).length === 0 ? '/.well-known/did.json' : '/did.json'
  const url = baseUrl.replace(/\/+$/, '') + path
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) })
    const document: unknown = response.ok ? await response.json() : null
    if (isDocument(document)) return document
  } catch {
    // Reported below, like a response that is not a DID document.
  }
  throw new EvidenceError('key_unavailable', `${url} could not be read. Retry, or pass document.`)
}

function pathOf(baseUrl: string): string[] {
  return new URL(baseUrl).pathname.split('/').filter((part) => part !== '')
}

function isDocument(value: unknown): value is DidDocument & Fields {
  if (!isFields(value) || typeof value['id'] !== 'string') return false
  const methods = value['verificationMethod'] ?? []
  return Array.isArray(methods) && methods.every(isFields)
}
