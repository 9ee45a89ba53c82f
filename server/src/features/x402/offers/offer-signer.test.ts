import {
  extractOfferPayload,
  verifyOfferSignatureJWS,
  verifyReceiptSignatureJWS,
} from '@x402/extensions/offer-receipt'
import { describe, expect, test } from 'vitest'
import { testNow } from '../../../../test/harness.js'
import { unixMs } from '../../../lib/time.js'
import { createOfferSigner } from './offer-signer.js'

const config = { masterKey: 'm'.repeat(64), baseUrl: 'https://pay.example.com' }
const resourceUrl = 'https://pay.example.com/api/x402/orders'
const terms = {
  scheme: 'exact',
  network: 'eip155:84532',
  asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
  payTo: '0x209693Bc6afc0C5328bA36FaF03C514EF312287C',
  amount: '25000000',
}
const expiresAt = unixMs(testNow + 300_000)

type SignedOffer = { format: 'jws'; signature: string }
const signer = createOfferSigner(config)
const [publicKey] = signer.document.verificationMethod.map(({ publicKeyJwk }) => publicKeyJwk)

function signOffer(more = {}): SignedOffer {
  const extensions = signer.signOffer({ resourceUrl, terms, expiresAt, ...more })
  return extensions['offer-receipt'].info.offers[0] as SignedOffer
}

describe('signOffer', () => {
  test('default', async () => {
    const offer = signOffer({ receiptId: 'R-1' })
    expect(offer).toEqual({ format: 'jws', acceptIndex: 0, signature: expect.any(String) })
    expect(await verifyOfferSignatureJWS(offer, publicKey)).toEqual({
      version: 1,
      resourceUrl,
      ...terms,
      validUntil: testNow / 1_000 + 300,
      receiptId: 'R-1',
    })
  })

  test('behavior: every process signs with the same key', async () => {
    const other = createOfferSigner(config)
    expect(other.document).toEqual(signer.document)
    const another = createOfferSigner({ ...config, masterKey: 'n'.repeat(64) })
    expect(another.document.verificationMethod).not.toEqual(signer.document.verificationMethod)
  })

  test('behavior: is short enough for a header', () => {
    expect(signOffer({ receiptId: `rcpt_${'a'.repeat(32)}` }).signature.length).toBeLessThan(800)
  })

  test('error: a changed amount has no valid signature', async () => {
    const offer = signOffer()
    const [header, , signature] = offer.signature.split('.')
    const changed = { ...extractOfferPayload(offer), amount: '1' }
    const payload = Buffer.from(JSON.stringify(changed)).toString('base64url')
    const forged: SignedOffer = { format: 'jws', signature: `${header}.${payload}.${signature}` }
    await expect(verifyOfferSignatureJWS(forged, publicKey)).rejects.toThrow('signature')
  })
})

describe('signReceipt', () => {
  test('default', async () => {
    const payer = '0x857b06519E91e3A54538791bDbb0E22373e36b66'
    const transactionHash = `0x${'ab'.repeat(32)}`
    const { 'offer-receipt': extension } = signer.signReceipt({
      resourceUrl,
      network: terms.network,
      payer,
      transactionHash,
      issuedAt: testNow,
      receiptId: 'R-1',
    })
    expect(
      await verifyReceiptSignatureJWS(extension.info.receipt as SignedOffer, publicKey),
    ).toEqual({
      version: 1,
      network: terms.network,
      resourceUrl,
      payer,
      issuedAt: testNow / 1_000,
      transaction: transactionHash,
      receiptId: 'R-1',
    })
  })
})

describe('document', () => {
  test.each([
    ['https://pay.example.com', 'did:web:pay.example.com'],
    ['http://localhost:3000', 'did:web:localhost%3A3000'],
    ['https://example.com/pay', 'did:web:example.com:pay'],
  ])('behavior: %s is %s', (baseUrl, id) => {
    const { document } = createOfferSigner({ ...config, baseUrl })
    expect(document).toMatchObject({ id, verificationMethod: [{ controller: id }] })
    expect(document.assertionMethod).toEqual(document.verificationMethod.map((key) => key.id))
  })
})
