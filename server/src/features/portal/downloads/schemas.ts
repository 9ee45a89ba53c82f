import { type Static, Type } from 'typebox'
import { PortalQuery } from '../schemas.js'

export const QrQuery = Type.Object({
  ...PortalQuery.properties,
  token: Type.Optional(
    Type.String({
      description: 'Symbol of a payment option. Defaults to the first one.',
    }),
  ),
  kind: Type.Optional(
    Type.String({
      description: 'wallet (default): payment link for a wallet. page: URL of the payment page.',
    }),
  ),
})
export type QrQuery = Static<typeof QrQuery>

export const SvgImage = {
  description: 'An SVG image',
  content: { 'image/svg+xml': { schema: Type.String() } },
}

export const PdfFile = {
  description: 'A PDF file',
  content: { 'application/pdf': { schema: Type.Unsafe<Buffer>(Type.String()) } },
}

/** A response without a body. */
export const NotModified = Type.Unsafe<undefined>(
  Type.Null({ description: 'The file has not changed' }),
)
