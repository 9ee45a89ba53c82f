import { checksumAddress } from '../../../lib/hex.js'
import { maxTimeoutSeconds, type Offer } from '../terms.js'

/** Names of chains in version 1 of x402, which knows no others. */
const namesInV1: Readonly<Record<number, string>> = {
  8453: 'base',
  84532: 'base-sepolia',
}

/** Returns the name of a chain in version 1 of x402, or null. */
export function nameInV1(chainId: number): string | null {
  return namesInV1[chainId] ?? null
}

/** Returns the name of a chain in version 2 of x402 (CAIP-2). */
export function nameInV2(chainId: number): `eip155:${number}` {
  return `eip155:${chainId}`
}

const mimeType = 'application/json'
/** Proxies often limit the headers of a response to 4 KB. */
const maxHeaderLength = 4_096
const maxLines = 12

/** The content of a 402 response, and the requirements in version 2 for other transports. */
export type PaymentRequired = {
  header: string
  body: Record<string, unknown>
  inV2: Record<string, unknown>
}

type Input = {
  offer: Offer
  /** The absolute URL of the route. */
  url: string
  /** Why the request was not accepted; null when it carried no payment. */
  reason: string | null
  extensions?: Record<string, unknown>
}

/**
 * Describes a required payment to clients of both versions of x402. Version 1 reads the body,
 * version 2 the header. The body is that of version 2 on chains that version 1 has no name for.
 */
export function describePaymentRequired(input: Input): PaymentRequired {
  const { offer } = input
  const quote = offer.quote ? { quote: offer.quote } : {}
  return {
    header: fitHeader(input),
    body: { ...bodyOf(input), ...quote },
    inV2: { ...inV2(input, maxLines), ...quote },
  }
}

function bodyOf(input: Input): Record<string, unknown> {
  const { offer, url, reason } = input
  const network = nameInV1(offer.chainId)
  if (network === null) return inV2(input, maxLines)
  const { description, inputSchema } = offer
  const accepted = {
    scheme: 'exact',
    network,
    maxAmountRequired: String(offer.units),
    resource: url,
    description,
    mimeType,
    payTo: checksumAddress(offer.payTo),
    maxTimeoutSeconds,
    asset: checksumAddress(offer.token.address),
    extra: extraOf(offer, maxLines),
    ...(inputSchema ? { outputSchema: { input: inputSchema } } : {}),
  }
  return { x402Version: 1, error: reason ?? 'X-PAYMENT header is required', accepts: [accepted] }
}

/** Encodes the header with as many lines of the order as fit, and without extensions if need be. */
function fitHeader(input: Input): string {
  for (let lines = maxLines; lines > 0; lines = Math.floor(lines / 2)) {
    const header = encode(inV2(input, lines))
    if (header.length <= maxHeaderLength) return header
  }
  return encode(inV2({ ...input, extensions: {} }, 0))
}

function inV2(
  { offer, url, reason, extensions = {} }: Input,
  lines: number,
): Record<string, unknown> {
  const { description } = offer
  return {
    x402Version: 2,
    error: reason ?? 'PAYMENT-SIGNATURE header is required',
    resource: { url, description, mimeType },
    accepts: [requirementsOf(offer, lines)],
    ...(Object.keys(extensions).length === 0 ? {} : { extensions }),
  }
}

/** Returns the requirements of an offer in version 2, which a facilitator compares. */
export function requirementsOf(
  offer: Pick<Offer, 'chainId' | 'units' | 'token' | 'payTo'> & Partial<Pick<Offer, 'summary'>>,
  lines = 0,
) {
  return {
    scheme: 'exact',
    network: nameInV2(offer.chainId),
    amount: String(offer.units),
    asset: checksumAddress(offer.token.address),
    payTo: checksumAddress(offer.payTo),
    maxTimeoutSeconds,
    extra: extraOf(offer, lines),
  }
}

function extraOf(
  { token, summary = {} }: Pick<Offer, 'token'> & Partial<Pick<Offer, 'summary'>>,
  count: number,
): Record<string, unknown> {
  const { lines = [], ...rest } = summary
  const listed = lines.slice(0, count)
  return { ...token.domain, ...rest, ...(listed.length === 0 ? {} : { lines: listed }) }
}

export function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64')
}
