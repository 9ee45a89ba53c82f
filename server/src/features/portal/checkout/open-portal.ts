import { isLinkSignature } from '../../../auth/link-signature.js'
import type { PortalPage } from '../../../auth/portal-tokens.js'
import { invalidInput } from '../../../lib/errors.js'
import { type Address, isSameAddress, parseAddress } from '../../../lib/hex.js'
import type { Context } from '../../../platform/context.js'
import { createPaymentUrls, paymentUrl } from '../../receipts/create/payment-url.js'
import { noSuchReceipt } from '../../receipts/read/get-receipt.js'
import { type Issuer, listIssuers, listIssuersPaidAt } from '../read-model/store.js'
import type { PortalQuery } from '../schemas.js'

type OpenContext = Pick<Context, 'db' | 'config' | 'linkSecret'>

/**
 * Returns the receipt that a payment link opens. The signature `k` of the link opens it, and so
 * does an id that the service generated. Any other id can be guessed: with the merchant's wallet or
 * split as `recipient`, it opens a page that is limited to paying. The receipt of a signed link may
 * have been deleted since.
 *
 * @throws {AppError} `invalid_input`, and `not_found` also when the link does not open the receipt.
 */
export async function openPortal(
  ctx: OpenContext,
  { id, query }: { id: string; query: Pick<PortalQuery, 'recipient' | 'k'> },
): Promise<PortalPage> {
  const recipient = query.recipient === undefined ? null : readRecipient(query.recipient)
  const isSigned = await createSignatureCheck(ctx, { id, k: query.k })
  // The usual link. Only the service can sign it, so the merchant needs no look-up.
  if (recipient && isSigned({ merchant: recipient })) {
    return { merchant: recipient, receiptId: id, isLimited: false }
  }
  const issuers = recipient
    ? await listIssuersPaidAt(ctx.db, { id, recipient, chainId: ctx.config.chainId })
    : await listIssuers(ctx.db, id)
  const page = await choosePage(ctx, { id, query, issuers })
  if (!page) throw noSuchReceipt()
  return page
}

/** Returns the page that a link opens of one of these issuers, or null. */
export async function choosePage(
  ctx: Pick<OpenContext, 'linkSecret'>,
  link: {
    id: string
    query: Pick<PortalQuery, 'recipient' | 'k'>
    issuers: readonly Issuer[]
  },
): Promise<PortalPage | null> {
  const { id, query, issuers } = link
  const { recipient, k } = query
  const isSigned = await createSignatureCheck(ctx, { id, k })
  const issuer =
    recipient === undefined
      ? chooseUnnamed(issuers, isSigned)
      : (issuers.find(({ merchant }) => isSameAddress(merchant, recipient)) ?? onlyOne(issuers))
  if (!issuer) return null
  const { merchant, hasGeneratedId } = issuer
  return { merchant, receiptId: id, isLimited: !hasGeneratedId && !isSigned(issuer) }
}

function readRecipient(text: string): Address {
  const recipient = parseAddress(text)
  if (recipient) return recipient
  throw invalidInput('recipient must be an address with a valid checksum')
}

/** A wrong signature counts as none. */
async function createSignatureCheck(
  { linkSecret }: Pick<OpenContext, 'linkSecret'>,
  { id: receiptId, k: signature }: { id: string; k: string | undefined },
): Promise<(issuer: Pick<Issuer, 'merchant'>) => boolean> {
  if (signature === undefined) return () => false
  const secret = await linkSecret()
  return ({ merchant }) => isLinkSignature(secret, { merchant, receiptId, signature })
}

/** Ids are unique per merchant only, and anyone can choose an id that another merchant uses. */
function chooseUnnamed(
  issuers: readonly Issuer[],
  isSigned: (issuer: Issuer) => boolean,
): Issuer | null {
  return issuers.find(isSigned) ?? onlyOne(issuers.filter((issuer) => issuer.hasGeneratedId))
}

function onlyOne([issuer, another]: readonly Issuer[]): Issuer | null {
  return another ? null : (issuer ?? null)
}

/** Returns the URL that opens this page elsewhere. A limited page does not get the signature. */
export async function pageUrlOf(
  ctx: Pick<Context, 'config' | 'linkSecret'>,
  { merchant, receiptId: id, isLimited }: PortalPage,
): Promise<string> {
  const receipt = { id, merchant, redirectUrl: null }
  if (isLimited) return paymentUrl(ctx.config, { ...receipt, signature: null })
  const paymentUrlOf = await createPaymentUrls(ctx)
  return paymentUrlOf(receipt)
}
