import { Type } from 'typebox'
import { merchantOf } from '../../../auth/caller.js'
import { anyone, session } from '../../../auth/guards.js'
import { createPortalTokens } from '../../../auth/portal-tokens.js'
import type { Routes } from '../../../platform/feature.js'
import { hasTag } from '../../../platform/http/compress.js'
import { text } from '../../../platform/http/schemas.js'
import { networkKeyOf } from '../../../platform/limits/network-address.js'
import { openPortal, pageUrlOf } from '../checkout/open-portal.js'
import { PortalParams, PortalQuery } from '../schemas.js'
import { getPortal } from '../view/get-portal.js'
import { createReceiptPrinter, versionOf } from './create-receipt-printer.js'
import { describeSheet } from './describe-sheet.js'
import { createQrDrawer, drawPaymentQr } from './draw-payment-qr.js'
import { loadBand } from './load-band.js'
import { describePreview, ReceiptPreviewBody } from './preview-sheet.js'

const QrQuery = Type.Object({
  ...PortalQuery.properties,
  token: Type.Optional(text('Symbol of a payment option. Defaults to the first one.')),
  kind: Type.Optional(
    text('wallet (default): payment link for a wallet. page: URL of the payment page.'),
  ),
})

const SvgImage = {
  description: 'An SVG image',
  content: { 'image/svg+xml': { schema: Type.String() } },
}

const PdfFile = {
  description: 'A PDF file',
  content: { 'application/pdf': { schema: Type.Unsafe<Buffer>(Type.String()) } },
}

/** A response without a body. */
const NotModified = Type.Unsafe<undefined>(Type.Null({ description: 'The file has not changed' }))

/** Keeps file names short enough for every file system. */
const maxIdLength = 100
/** Disables scripts and styles wherever the image is opened. */
const imagePolicy = "default-src 'none'; style-src 'none'; sandbox"

export const portalDownloadRoutes: Routes = async (app, { ctx }) => {
  const tokens = createPortalTokens(ctx.config)
  const publicGuard = anyone({ limit: 'portal' })
  const printer = createReceiptPrinter(ctx)
  const draw = createQrDrawer()
  // Runs after the last response, so that waiting downloads still finish.
  app.addHook('onClose', () => printer.close())

  const load = async (id: string, query: PortalQuery) => {
    const page = await openPortal(ctx, { id, query })
    return { receipt: await getPortal(ctx, { page, tokens }), pageUrl: await pageUrlOf(ctx, page) }
  }

  app.get(
    '/api/portal/:id/qr.svg',
    {
      config: { outage: 'refuse', guard: publicGuard },
      schema: {
        summary: 'Get a QR code that pays a receipt',
        description: 'Not cached: it encodes the current amount due.',
        params: PortalParams,
        querystring: QrQuery,
        response: { 200: SvgImage },
      },
    },
    async (request, reply) => {
      const { receipt, pageUrl } = await load(request.params.id, request.query)
      const image = drawPaymentQr(receipt, { query: request.query, pageUrl, draw })
      return reply
        .header('content-security-policy', imagePolicy)
        .type('image/svg+xml; charset=utf-8')
        .send(image)
    },
  )

  app.get(
    '/api/portal/:id/receipt.pdf',
    {
      config: { outage: 'refuse', guard: publicGuard },
      schema: {
        summary: 'Get the itemized receipt as a PDF file',
        description:
          'An invoice until the receipt is paid. Send If-None-Match with the ETag of a file you have.',
        params: PortalParams,
        querystring: PortalQuery,
        response: { 200: PdfFile, 304: NotModified },
      },
    },
    async (request, reply) => {
      const { receipt, pageUrl } = await load(request.params.id, request.query)
      const band = await loadBand(ctx, receipt)
      const sheet = describeSheet(receipt, { pageUrl, mode: ctx.config.mode, band })
      const etag = `"${versionOf(sheet)}"`
      // Browsers keep the file, but ask before they show it again.
      reply.headers({ etag, 'cache-control': 'private, no-cache' })
      if (hasTag(request.headers['if-none-match'], etag)) return reply.code(304).send(undefined)
      const file = await printer.print(sheet, { network: networkKeyOf(request.ip) })
      const name = receiptFileName(receipt.receiptId)
      return reply
        .header('content-disposition', `inline; filename="${name}"`)
        .type('application/pdf')
        .send(file)
    },
  )

  app.post(
    '/api/shop/receipt-preview',
    {
      config: { outage: 'refuse', guard: session({ may: 'shop:write' }), stores: 'nothing' },
      schema: {
        tags: ['shop'],
        summary: 'Preview the PDF receipt with a change of the shop configuration',
        description:
          'Prints the newest receipt of the shop, or a sample before the first one, as it would look with these settings. Nothing is saved. Receipts keep the name under which they were sold; the preview shows the one of new receipts.',
        body: ReceiptPreviewBody,
        response: { 200: PdfFile },
      },
    },
    async (request, reply) => {
      const merchant = merchantOf(request)
      const sheet = await describePreview(ctx, { merchant, change: request.body, tokens })
      const file = await printer.print(sheet, { network: networkKeyOf(request.ip) })
      return reply
        .header('content-disposition', `inline; filename="${receiptFileName(sheet.receiptId)}"`)
        .type('application/pdf')
        .send(file)
    },
  )
}

/** Returns the name of a receipt's file, safe in a header and on every file system. */
export function receiptFileName(receiptId: string): string {
  const safeId = receiptId.replace(/[^A-Za-z0-9._-]/g, '-').slice(0, maxIdLength)
  return `receipt-${safeId}.pdf`
}
