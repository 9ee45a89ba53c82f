import { toUnixSeconds, type UnixMs } from '../../../lib/time.js'
import type { Config } from '../../../platform/config/config.js'
import { createSigningKey, type SigningKey } from './signing-key.js'

/** The terms of one element of `accepts`, in the form of x402 version 2. */
type OfferedTerms = {
  scheme: string
  network: string
  asset: string
  payTo: string
  amount: string
}

type Offer = {
  /** The absolute URL of the paid route. */
  resourceUrl: string
  terms: OfferedTerms
  expiresAt: UnixMs
  /** The receipt of an order. */
  receiptId?: string
}

type Payment = {
  resourceUrl: string
  network: string
  payer: string
  transactionHash: string
  issuedAt: UnixMs
  receiptId?: string
}

/** Creates the signer of offers and receipts, which are evidence of price and payment. */
export function createOfferSigner(config: Pick<Config, 'masterKey' | 'baseUrl'>) {
  const key = createSigningKey(config)
  return {
    /** The DID document, under which verifiers find the key. */
    document: describeDid(key),

    /** Returns the extension of a challenge: the signed terms of its first element of `accepts`. */
    signOffer({ resourceUrl, terms, expiresAt, receiptId }: Offer) {
      const { scheme, network, asset, payTo, amount } = terms
      const signature = signPayload(key, {
        version: 1,
        resourceUrl,
        scheme,
        network,
        asset,
        payTo,
        amount,
        validUntil: toUnixSeconds(expiresAt),
        receiptId,
      })
      const info = { offers: [{ format: 'jws', acceptIndex: 0, signature }] }
      return { 'offer-receipt': { info, schema: offerSchema } }
    },

    /** Returns the extension of a settlement response: a statement that the payment arrived. */
    signReceipt({ resourceUrl, network, payer, transactionHash, issuedAt, receiptId }: Payment) {
      const signature = signPayload(key, {
        version: 1,
        network,
        resourceUrl,
        payer,
        issuedAt: toUnixSeconds(issuedAt),
        transaction: transactionHash,
        receiptId,
      })
      const info = { receipt: { format: 'jws', signature } }
      return { 'offer-receipt': { info, schema: receiptSchema } }
    },
  }
}

/** Returns the DID document that publishes the signing key. */
function describeDid({ did, kid, publicJwk }: SigningKey) {
  return {
    '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/suites/jws-2020/v1'],
    id: did,
    verificationMethod: [
      { id: kid, type: 'JsonWebKey2020', controller: did, publicKeyJwk: publicJwk },
    ],
    assertionMethod: [kid],
  }
}

/** Short, because a challenge must fit into a header of 4 KB. */
const offerSchema = { type: 'object', required: ['offers'] }
const receiptSchema = { type: 'object', required: ['receipt'] }

/** Returns a compact JSON web signature. Fields are sorted, so equal payloads have equal text. */
function signPayload(key: SigningKey, payload: Record<string, unknown>): string {
  const sorted = Object.entries(payload).sort(([a], [b]) => (a < b ? -1 : 1))
  const input = `${encode({ alg: 'ES256', kid: key.kid })}.${encode(Object.fromEntries(sorted))}`
  return `${input}.${key.sign(input)}`
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
