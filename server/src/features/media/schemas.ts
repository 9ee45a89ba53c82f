import { Type } from 'typebox'

const hash = Type.String({
  pattern: '^[0-9a-f]{64}$',
  description: 'SHA-256 hash of the uploaded file, in lower-case hex',
})

export const PictureParams = Type.Object({
  hash,
  size: Type.String({
    pattern: '^(48|320|960)$',
    description: '48, 320 or 960 pixels',
    examples: ['320'],
  }),
})

const Picture = Type.Object(
  {
    hash,
    url: Type.String({
      description: 'Address of the picture at 960 pixels, for images and themes',
    }),
    thumbUrl: Type.String({ description: 'Address of the picture at 48 pixels' }),
    width: Type.Integer({ description: 'Of the original, in pixels' }),
    height: Type.Integer({ description: 'Of the original, in pixels' }),
    bytes: Type.Integer({ description: 'Of all stored sizes together' }),
  },
  { title: 'Picture' },
)

export const UploadedPicture = Type.Object(
  { ok: Type.Literal(true), picture: Picture },
  { title: 'UploadedPicture' },
)

/** A file in the body. */
export const PictureFile = Type.Unsafe<Buffer>({
  type: 'string',
  format: 'binary',
  description: 'A PNG, JPEG, WebP, GIF or AVIF file of at most 8 MiB',
})
