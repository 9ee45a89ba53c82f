import { generateKeyPairSync, sign } from 'node:crypto'
import type { DidDocument } from '../src/index.js'
import { now } from './context.js'

export const baseUrl = 'https://pay.example.com'
const kid = 'did:web:pay.example.com#key-1'
const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })

/** The DID document of the signing service. */
export const document: DidDocument = {
  id: 'did:web:pay.example.com',
  verificationMethod: [{ id: kid, publicKeyJwk: pair.publicKey.export({ format: 'jwk' }) }],
}

export const terms = {
  scheme: 'exact',
  network: 'eip155:84532',
  asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
  payTo: '0x209693Bc6afc0C5328bA36FaF03C514EF312287C',
  amount: '25000000',
}
const resourceUrl = `${baseUrl}/api/x402/orders`
export const offer = {
  version: 1,
  resourceUrl,
  ...terms,
  validUntil: now / 1_000 + 300,
  receiptId: 'R-1',
}
/** The fields of `extra` that repeat the signed terms. */
export const summary = { quoteId: 'R-1', expiresAt: now + 300_000, totalUsd: 25 }
export const receipt = {
  version: 1,
  resourceUrl,
  network: terms.network,
  payer: '0x857b06519E91e3A54538791bDbb0E22373e36b66',
  transaction: `0x${'ab'.repeat(32)}`,
  issuedAt: now / 1_000,
  receiptId: 'R-1',
}

/** Returns a JSON web signature as the service makes it. */
export function signFields(fields: object, header: object = { alg: 'ES256', kid }): string {
  const input = `${encode(header)}.${encode(fields)}`
  const options = { key: pair.privateKey, dsaEncoding: 'ieee-p1363' } as const
  return `${input}.${sign('sha256', Buffer.from(input), options).toString('base64url')}`
}

/** Returns the header of a challenge with a signed offer. */
export function challengeWith(signature = signFields(offer), more: object = {}): string {
  return toHeader({
    x402Version: 2,
    resource: { url: resourceUrl },
    accepts: [{ ...terms, maxTimeoutSeconds: 300, extra: { name: 'USDC', ...summary } }],
    extensions: { 'offer-receipt': { info: { offers: [{ format: 'jws', signature }] } } },
    ...more,
  })
}

/** Returns the header of a settlement response with a signed receipt. */
export function responseWith(signature = signFields(receipt), more: object = {}): string {
  const { network, payer, transaction } = receipt
  return toHeader({
    success: true,
    network,
    payer,
    transaction,
    extensions: { 'offer-receipt': { info: { receipt: { format: 'jws', signature } } } },
    ...more,
  })
}

export function toHeader(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64')
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
