import type { CompleteSIWxInfo, SIWxPayload } from '@x402/extensions/sign-in-with-x'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../../lib/errors.js'
import { type Address, parseAddress } from '../../lib/hex.js'
import type { UnixMs } from '../../lib/time.js'
import { parseUrl } from '../../lib/urls.js'
import type { Hex } from '../../platform/chain/chain.js'
import { caip2Of } from '../../platform/chain/networks.js'
import type { Context } from '../../platform/context.js'
import { networkKeyOf } from '../../platform/limits/network-address.js'
import type { Signer } from '../caller.js'
import type { ContractChecks } from '../contract-checks.js'
import type { Limiter } from '../limits/limiter.js'
import { takeProcessCall } from '../limits/take-call.js'
import { findOwnedMerchant } from '../merchants/member-store.js'
import { ownOrigins } from '../own-hosts.js'
import { readNonce } from '../sessions/nonce.js'
import { insertUsedNonce } from '../sessions/session-store.js'
import { isSigned } from '../wallet-signature.js'
import { createSiwxChallenge, type SiwxChallenge } from './challenge.js'

export const proofHeader = 'sign-in-with-x'

type ProofRequest = Pick<FastifyRequest, 'url' | 'ip'>

export type WalletProofs = {
  /**
   * Returns the wallet that signed the proof of a request, with the merchant it owns if one is
   * needed. Uses the proof up.
   *
   * @throws {AppError} `unauthorized`; `not_found` when the wallet owns no merchant;
   *   `rate_limited`; `failed` when a contract wallet could not be verified.
   */
  identify(request: ProofRequest, input: { proof: string; needsMerchant: boolean }): Promise<Signer>
  /** Returns a new challenge for the resource of a request. */
  challenge(request: Pick<FastifyRequest, 'url'>): SiwxChallenge
}

/** Leaves room for the other headers of a request, which has 16 KiB of them at most. */
const maxLength = 12_288
const signaturePattern = /^0x([0-9a-fA-F]{2})+$/

/** Creates the verification of SIGN-IN-WITH-X proofs (CAIP-122). One per process. */
export function createWalletProofs(
  ctx: Context,
  { limiter, contractChecks }: { limiter: Limiter; contractChecks: ContractChecks },
): WalletProofs {
  async function verify(request: ProofRequest, header: string): Promise<Address> {
    const { proof, message } = await readProof(header)
    const { wallet, nonce, expiresAt } = checkProof(ctx, { proof, path: pathOf(request) })
    // Loaded with the first proof, because few processes need it.
    const { hashMessage } = await import('viem')
    const isBySigner = await isSigned(ctx, {
      wallet,
      hash: hashMessage(message),
      signature: proof.signature as Hex,
      chainId: ctx.config.chainId,
      runContractCheck: contractChecks.forAddress(request.ip),
    })
    if (!isBySigner) throw badProof('the signature does not match the address and the message')
    if (await insertUsedNonce(ctx.db, { nonce, expiresAt })) return wallet
    throw badProof('the nonce was already used')
  }

  return {
    async identify(request, { proof, needsMerchant }) {
      const keys = { network: networkKeyOf(request.ip) }
      const exceeded = takeProcessCall({ limiter, config: ctx.config }, 'wallet-proofs', keys)
      if (exceeded) throw exceeded
      const wallet = await verify(request, proof)
      const merchant = needsMerchant ? await getOwnedMerchant(ctx, wallet) : null
      return { kind: 'signer', wallet, merchant }
    },
    challenge: (request) => createSiwxChallenge(ctx, pathOf(request)),
  }
}

async function getOwnedMerchant({ db }: Context, wallet: Address): Promise<Address> {
  const merchant = await findOwnedMerchant(db, wallet)
  if (merchant) return merchant
  throw new AppError(
    'not_found',
    'This wallet owns no merchant. Sign in to create one: POST /api/auth/login.',
  )
}

function pathOf({ url }: Pick<FastifyRequest, 'url'>): string {
  return url.split('?', 1)[0] ?? ''
}

/** Parses a proof and writes the text that its wallet must have signed. */
async function readProof(header: string): Promise<{ proof: SIWxPayload; message: string }> {
  if (header.length > maxLength) throw badProof(`it is longer than ${maxLength} characters`)
  const { formatSIWEMessage, parseSIWxHeader } = await import('@x402/extensions/sign-in-with-x')
  try {
    const proof = parseSIWxHeader(header)
    return { proof, message: formatSIWEMessage(proof as CompleteSIWxInfo, proof.address) }
  } catch {
    throw badProof('it is not a CAIP-122 message of an EVM wallet in base64')
  }
}

/** Checks all but the signature. The library would use the machine's clock, not the service's. */
function checkProof(
  ctx: Pick<Context, 'config' | 'now'>,
  { proof, path }: { proof: SIWxPayload; path: string },
): { wallet: Address; nonce: string; expiresAt: UnixMs } {
  const { config } = ctx
  const wallet = parseAddress(proof.address)
  if (!wallet || !signaturePattern.test(proof.signature)) {
    throw badProof('the address or the signature is malformed')
  }
  const chain = caip2Of(config.chainId)
  if (proof.chainId !== chain || proof.version !== '1') {
    throw badProof(`chainId must be ${chain} and version must be 1`)
  }
  const home = ownOrigins(config).find((origin) => new URL(origin).host === proof.domain)
  if (!home) throw badProof('domain must be the host of this service')
  const uri = parseUrl(proof.uri)
  const expectedPath = new URL(`${config.baseUrl}${path}`).pathname
  if (uri?.origin !== home || uri.pathname !== expectedPath) {
    throw badProof('uri must be the URL of this resource')
  }
  requireInTime(proof, ctx.now())
  const { nonce } = proof
  const expiresAt = readNonce(ctx, { nonce, purpose: 'siwx-nonce' })
  if (expiresAt === null) throw badProof('the nonce is unknown or has expired')
  return { wallet, nonce, expiresAt }
}

function requireInTime({ expirationTime, notBefore }: SIWxPayload, now: UnixMs): void {
  if (expirationTime !== undefined && !(new Date(expirationTime).getTime() > now)) {
    throw badProof('it has expired')
  }
  if (notBefore !== undefined && !(new Date(notBefore).getTime() <= now)) {
    throw badProof('it is not valid yet')
  }
}

function badProof(problem: string): AppError {
  return new AppError(
    'unauthorized',
    `Missing or invalid SIGN-IN-WITH-X proof: ${problem}. Sign a new challenge.`,
  )
}
