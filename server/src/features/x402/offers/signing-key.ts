import { createECDH, createHash, createPrivateKey, sign } from 'node:crypto'
import type { Config } from '../../../platform/config/config.js'
import { deriveKey } from '../../../platform/secrets/derived-key.js'

/** A public key on the curve P-256. */
type PublicJwk = { kty: 'EC'; crv: 'P-256'; x: string; y: string }

/** The key that signs offers and receipts of this installation. */
export type SigningKey = {
  /** The DID of the installation. */
  did: string
  /** The DID URL of the key, which every signature names. */
  kid: string
  publicJwk: PublicJwk
  /** Returns the ES256 signature of a text, in base64url. */
  sign(text: string): string
}

/** The order of the curve P-256. */
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n

/**
 * Derives the signing key from `MASTER_KEY`, so that every process signs with the same key. ES256
 * is used because every browser and Node can verify it without a library.
 */
export function createSigningKey(config: Pick<Config, 'masterKey' | 'baseUrl'>): SigningKey {
  const secret = deriveSecret(config.masterKey)
  const publicJwk = publicKeyOf(secret)
  const key = createPrivateKey({
    key: { ...publicJwk, d: secret.toString('base64url') },
    format: 'jwk',
  })
  const did = didOf(config.baseUrl)
  return {
    did,
    kid: `${did}#${thumbprintOf(publicJwk)}`,
    publicJwk,
    sign: (text) =>
      sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url'),
  }
}

/** Returns a number from 1 to below the order. Sixteen spare bytes make all equally likely. */
function deriveSecret(masterKey: string): Buffer {
  const bytes = Buffer.from(deriveKey(masterKey, 'offer-signature', 48))
  const number = (BigInt(`0x${bytes.toString('hex')}`) % (order - 1n)) + 1n
  return Buffer.from(number.toString(16).padStart(64, '0'), 'hex')
}

function publicKeyOf(secret: Buffer): PublicJwk {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(secret)
  // Uncompressed: a byte 4, then both coordinates.
  const point = pair.getPublicKey()
  return {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
}

/** Returns a short name of a key (RFC 7638), so that another key never has the same name. */
function thumbprintOf({ crv, kty, x, y }: PublicJwk): string {
  const text = JSON.stringify({ crv, kty, x, y })
  return createHash('sha256').update(text).digest('base64url').slice(0, 16)
}

/** Returns the DID of the method `web` for a base URL, below which its document is served. */
function didOf(baseUrl: string): string {
  const { host, pathname } = new URL(baseUrl)
  const parts = pathname.split('/').filter((part) => part !== '')
  return ['did', 'web', encodeURIComponent(host), ...parts].join(':')
}

/** Returns the path of the DID document, below the base URL. The method `web` defines it. */
export function didPathOf(baseUrl: string): string {
  return new URL(baseUrl).pathname === '/' ? '/.well-known/did.json' : '/did.json'
}
