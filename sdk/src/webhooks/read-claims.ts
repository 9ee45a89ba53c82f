import type { HeaderSets, ServiceHeaders, StandardHeaders } from './find-header-sets.js'
import type { Bytes } from './read-body.js'
import { decodeBase64, type Secret } from './read-secrets.js'
import { WebhookError } from './webhook-error.js'

/** What a header claims: that one of these signatures is right. */
export type Claim = {
  header: string
  /** Which form of the secret is the key. */
  key: Exclude<keyof Secret, 'text'>
  signatures: Bytes[]
  /** What is signed ahead of the body. */
  before: Bytes
}

const hexForm = /^sha256=([0-9a-f]{64})$/
// 32 bytes in base64; the last letter has two bits that must be zero, or several texts would be the same signature.
const base64Form = /^v1,([A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=)$/
/** More than anybody has keys, and few enough to try them all. */
const maxSignatures = 8

/**
 * Every claim of the headers. All of them have to hold.
 *
 * @throws {WebhookError} `signature_malformed`
 */
export function readClaims({ service, standard }: HeaderSets): Claim[] {
  return [
    ...(service === null ? [] : [readService(service)]),
    ...(standard === null ? [] : [readStandard(standard)]),
  ]
}

function readService({ prefix, signature }: ServiceHeaders): Claim {
  const header = `${prefix}-signature`
  const hex = hexForm.exec(signature)?.[1]
  if (hex === undefined) throw createMalformedError(header, adviseOnHex(signature))
  return {
    header,
    key: 'service',
    signatures: [Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))],
    before: new Uint8Array(),
  }
}

function adviseOnHex(signature: string): string {
  if (!signature.startsWith('sha256=')) return 'It does not begin with sha256=.'
  const hex = signature.slice('sha256='.length)
  return hex.length === 64
    ? 'After sha256= there are characters other than 0-9 and a-f.'
    : `After sha256= there are ${hex.length} characters in place of 64.`
}

function readStandard({ id, timestamp, signature }: StandardHeaders): Claim {
  const header = 'webhook-signature'
  const listed = signature.split(' ').filter((item) => item.startsWith('v1,'))
  if (listed.length === 0) throw createMalformedError(header, 'Nothing in it begins with v1,.')
  if (listed.length > maxSignatures) {
    throw createMalformedError(header, `It has more than ${maxSignatures} signatures.`)
  }

  const signatures = listed.flatMap((item) => decodeBase64(base64Form.exec(item)?.[1] ?? '') ?? [])
  const whole = signatures.filter(({ length }) => length > 0)
  if (whole.length === 0) {
    throw createMalformedError(header, 'After v1, there are not 32 bytes in base64.')
  }
  const before = new TextEncoder().encode(`${id}.${timestamp}.`)
  return { header, key: 'standard', signatures: whole, before }
}

function createMalformedError(header: string, what: string): WebhookError {
  return new WebhookError(
    'signature_malformed',
    `${header} is not a signature. ${what} Pass the header as it came, without cutting or decoding it.`,
  )
}
