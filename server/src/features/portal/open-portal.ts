import { isLinkSignature } from '../../auth/link-signature.js'
import type { PortalPage } from '../../auth/portal-tokens.js'
import { AppError } from '../../lib/errors.js'
import { isSameAddress, parseAddress } from '../../lib/hex.js'
import type { Context } from '../../platform/context.js'
import { noSuchReceipt } from '../receipts/get-receipt.js'
import type { PortalQuery } from './schemas.js'
import { type Issuer, listIssuers, listIssuersPaidAt } from './store.js'

type OpenContext = Pick<Context, 'db' | 'config' | 'linkSecret'>

/**
 * Returns the receipt that a payment link opens. The signature `k` of the link opens it, and so does an id that the
 * service generated. Any other id can be guessed: with the merchant's wallet or split as `recipient`, it opens a page
 * that is limited to paying.
 *
 * @throws {AppError} `invalid_input`, and `not_found` also when the link does not open the receipt.
 */
export async function openPortal(
  ctx: OpenContext,
  { id, query }: { id: string; query: Pick<PortalQuery, 'recipient' | 'k'> },
): Promise<PortalPage> {
  const { recipient, k } = query
  const isSigned = await createSignatureCheck(ctx, { id, k })
  const issuer =
    recipient === undefined
      ? await findUnnamed(ctx, { id, isSigned })
      : await findNamed(ctx, { id, recipient })
  if (!issuer) throw noSuchReceipt()
  const { merchant, hasGeneratedId } = issuer
  return { merchant, receiptId: id, isLimited: !hasGeneratedId && !isSigned(issuer) }
}

/** A wrong signature counts as none. */
async function createSignatureCheck(
  { linkSecret }: Pick<OpenContext, 'linkSecret'>,
  { id: receiptId, k: signature }: { id: string; k: string | undefined },
): Promise<(issuer: Issuer) => boolean> {
  if (signature === undefined) return () => false
  const secret = await linkSecret()
  return ({ merchant }) => isLinkSignature(secret, { merchant, receiptId, signature })
}

/** Ids are unique per merchant only, and anyone can choose an id that another merchant uses. */
async function findUnnamed(
  { db }: Pick<OpenContext, 'db'>,
  { id, isSigned }: { id: string; isSigned: (issuer: Issuer) => boolean },
): Promise<Issuer | null> {
  const issuers = await listIssuers(db, id)
  return issuers.find(isSigned) ?? onlyOne(issuers.filter((issuer) => issuer.hasGeneratedId))
}

async function findNamed(
  { db, config }: Pick<OpenContext, 'db' | 'config'>,
  { id, recipient }: { id: string; recipient: string },
): Promise<Issuer | null> {
  const address = parseAddress(recipient)
  if (!address) {
    throw new AppError('invalid_input', 'recipient must be an address with a valid checksum')
  }
  const { chainId } = config
  const issuers = await listIssuersPaidAt(db, { id, recipient: address, chainId })
  return issuers.find(({ merchant }) => isSameAddress(merchant, address)) ?? onlyOne(issuers)
}

function onlyOne([issuer, another]: Issuer[]): Issuer | null {
  return another ? null : (issuer ?? null)
}
