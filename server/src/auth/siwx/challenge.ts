import { caip2Of } from '../../platform/chain/networks.js'
import type { Context } from '../../platform/context.js'
import { createNonce } from '../sessions/nonce.js'

/** The extension of a response that a wallet signs to call the resource again. */
export type SiwxChallenge = { 'sign-in-with-x': SiwxExtension }

type SiwxExtension = {
  info: {
    domain: string
    uri: string
    version: string
    nonce: string
    issuedAt: string
    expirationTime: string
    statement: string
    resources: string[]
  }
  supportedChains: { chainId: string; type: 'eip191' }[]
  schema: Record<string, unknown>
}

const text = { type: 'string' }
const time = { type: 'string', format: 'date-time' }
const uri = { type: 'string', format: 'uri' }

/** The content of the header `SIGN-IN-WITH-X`, before it is encoded in base64. */
const schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: {
    domain: text,
    address: text,
    statement: text,
    uri,
    version: text,
    chainId: text,
    type: text,
    nonce: text,
    issuedAt: time,
    expirationTime: time,
    notBefore: time,
    requestId: text,
    resources: { type: 'array', items: uri },
    signature: text,
  },
  required: [
    'domain',
    'address',
    'uri',
    'version',
    'chainId',
    'type',
    'nonce',
    'issuedAt',
    'signature',
  ],
}

/** Returns a new challenge for the resource at a path, valid for one call within five minutes. */
export function createSiwxChallenge(
  ctx: Pick<Context, 'config' | 'now'>,
  path: string,
): SiwxChallenge {
  const { nonce, expiresAt } = createNonce(ctx, 'siwx-nonce')
  const { baseUrl, chainId } = ctx.config
  const resource = `${baseUrl}${path}`
  return {
    'sign-in-with-x': {
      info: {
        domain: new URL(baseUrl).host,
        uri: resource,
        version: '1',
        nonce,
        issuedAt: new Date(ctx.now()).toISOString(),
        expirationTime: new Date(expiresAt).toISOString(),
        statement: 'Prove that you own this wallet, for one request.',
        resources: [resource],
      },
      supportedChains: [{ chainId: caip2Of(chainId), type: 'eip191' }],
      schema,
    },
  }
}
