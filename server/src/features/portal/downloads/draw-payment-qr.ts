import { drawQr } from '@tallystick/web/qr'
import { invalidInput } from '../../../lib/errors.js'
import { rememberLatest } from '../../../platform/remember-latest.js'
import type { PortalReceipt } from '../schemas.js'
import { formatAmount } from './format.js'

/** A code takes up to 30 kB. */
const keptCodes = 500

type Option = PortalReceipt['payment']['options'][number]
type CodeQuery = { kind?: string; token?: string }
/** The content of a QR code and its accessible title. */
type Code = { text: string; title: string }

/** Characters that XML does not allow, even escaped. */
const forbidden = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Gives the image a usable default size. */
const pixelsPerModule = 8

/**
 * Draws the QR code for a wallet or the payment page as an SVG image.
 *
 * @throws {AppError} `invalid_input` for an unknown kind or token, or when nothing can be paid.
 */
export function drawPaymentQr(
  receipt: PortalReceipt,
  input: {
    query: CodeQuery
    pageUrl: string
    /** May return a code that it has drawn before. */
    draw?: typeof drawQr
  },
): string {
  const { draw = drawQr } = input
  const { text, title } = chooseCode(receipt, input)
  const { size, path } = draw(text)
  const side = size * pixelsPerModule
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="0 0 ${size} ${size}"`,
    ` shape-rendering="crispEdges" role="img"><title>${escapeXml(title)}</title>`,
    `<path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`,
  ].join('')
}

function chooseCode(
  receipt: PortalReceipt,
  { query, pageUrl }: { query: CodeQuery; pageUrl: string },
): Code {
  const { kind = 'wallet', token } = query
  if (kind === 'page') {
    return { text: pageUrl, title: `Payment page of ${receipt.brandName}, ${receipt.receiptId}` }
  }
  if (kind !== 'wallet') throw invalidInput('kind must be wallet or page')

  const option = chooseOption(receipt.payment, token)
  const { network, depositAddress } = receipt.payment
  const amount = `${formatAmount(option.amount)} ${option.symbol}`
  const title = `Pay ${amount} on ${network.name} to ${shortenAddress(depositAddress)}`
  return { text: option.uri, title }
}

function chooseOption(
  { options, dueUsd }: PortalReceipt['payment'],
  symbol: string | undefined,
): Option {
  const [first] = options
  if (!first) {
    throw invalidInput(
      dueUsd === 0
        ? 'Nothing is due on this receipt.'
        : 'This receipt cannot be paid now: it has expired, an item is sold out, or there is no exchange rate.',
    )
  }
  if (symbol === undefined) return first

  const option = options.find((candidate) => candidate.symbol === symbol)
  if (option) return option
  throw invalidInput(
    `token must be one of ${options.map((candidate) => candidate.symbol).join(', ')}`,
  )
}

/** Escapes a text for XML, between tags and in attributes. */
export function escapeXml(text: string): string {
  return text.replace(forbidden, '\ufffd').replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)
}

function shortenAddress(address: string): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`
}

/** Draws QR codes and caches the latest: drawing one takes longer than the rest of a page. */
export function createQrDrawer(): typeof drawQr {
  return rememberLatest(drawQr, keptCodes)
}
