import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Access } from '../../auth/access.js'
import { merchantOf } from '../../auth/caller.js'
import { anyOf, anyone, developer, session } from '../../auth/guards.js'
import { AppError, invalidInput } from '../../lib/errors.js'
import { mediaUrl } from '../../lib/media-reference.js'
import type { Feature, Routes } from '../../platform/feature.js'
import { integer, namedObject, okResponse, text } from '../../platform/http/schemas.js'
import { limits } from '../../platform/limits/limits.js'
import type { PictureSize } from '../../platform/media/picture.js'
import { createUploads } from './create-uploads.js'
import { findPictureFile } from './find-picture-file.js'
import { sendPicture } from './send-picture.js'

const hash = Type.String({
  pattern: '^[0-9a-f]{64}$',
  description: 'SHA-256 hash of the uploaded file, in lower-case hex',
})

const PictureParams = Type.Object({
  hash,
  size: Type.String({
    pattern: '^(48|320|960)$',
    description: '48, 320 or 960 pixels',
    examples: ['320'],
  }),
})

const Picture = namedObject('Picture', {
  hash,
  url: text('Address of the picture at 960 pixels, for images and themes'),
  thumbUrl: text('Address of the picture at 48 pixels'),
  width: integer('Of the original, in pixels'),
  height: integer('Of the original, in pixels'),
  bytes: integer('Of all stored sizes together'),
})

const UploadedPicture = okResponse('UploadedPicture', { picture: Picture })

/** A file in the body. */
const PictureFile = Type.Unsafe<Buffer>({
  type: 'string',
  format: 'binary',
  description: 'A PNG, JPEG, WebP, GIF or AVIF file of at most 8 MiB',
})

/**
 * Any type of image, so that the content decides. The last one is for clients that know no type.
 */
const fileTypes = [/^image\/[\w.+-]+$/, 'application/octet-stream']

/** Uploads and serves pictures. */
const mediaRoutes: Routes<{ access: Access }> = async (app, { ctx, access }) => {
  const mayWrite = anyOf(
    developer({ scope: 'inventory:write' }),
    session({ may: 'inventory:write' }),
  )
  const uploads = createUploads(ctx, access)

  // Only for the routes of this plugin.
  for (const type of fileTypes) {
    app.addContentTypeParser(
      type,
      { parseAs: 'buffer' },
      async (_request: unknown, body: Buffer) => body,
    )
  }
  // The usual message asks for JSON, which these routes do not take. `curl` declares a form by
  // default.
  app.addContentTypeParser('*', async () => {
    throw new AppError(
      'unsupported_media_type',
      'Send the picture with its type, such as image/jpeg, or with application/octet-stream.',
    )
  })

  /** Uploads that are being stored. They go on when the client disconnects. */
  const storing = new WeakMap<FastifyRequest, Promise<unknown>>()

  /** Frees a slot after the response, and after the file is stored: it waits in memory. */
  function holdSlot(request: FastifyRequest, reply: FastifyReply, free: () => void): void {
    if (reply.raw.destroyed) {
      free()
      throw invalidInput('The request was aborted.')
    }
    reply.raw.once('close', () => void Promise.allSettled([storing.get(request)]).then(free))
  }

  app.post(
    '/api/media',
    {
      bodyLimit: limits['picture-bodies'].max.request,
      preParsing: async (request, reply, payload) => {
        holdSlot(request, reply, await uploads.takeSlots(request))
        return payload
      },
      // The decoder validates the file. The schema describes it for the API reference.
      validatorCompiler: () => () => true,
      config: { outage: 'refuse', guard: mayWrite, stores: 'counted' },
      schema: {
        summary: 'Upload a picture',
        description:
          'Send the file as the body. It is stored without metadata as WebP, in three sizes. Of an animation, the first frame is kept. The same file is stored once. Use the url in images of items and in the theme of your shop.',
        body: {
          content: {
            'image/*': { schema: PictureFile },
            'application/octet-stream': { schema: PictureFile },
          },
        },
        response: { 200: UploadedPicture },
      },
    },
    async (request, reply) => {
      const file = readFile(request.body)
      holdSlot(request, reply, uploads.takeSlotOf(merchantOf(request)))
      const upload = uploads.store(request, file)
      storing.set(request, upload)
      const stored = await upload
      if ('problem' in stored) throw invalidInput(`The file ${stored.problem}.`)
      const { hash, width, height, bytes } = stored.picture
      const { baseUrl } = ctx.config
      const urls = { url: mediaUrl(baseUrl, hash), thumbUrl: mediaUrl(baseUrl, hash, 48) }
      return { ok: true as const, picture: { hash, ...urls, width, height, bytes } }
    },
  )

  app.get(
    '/media/:hash/:size.webp',
    {
      config: { outage: 'recall', guard: anyone({ limit: 'pictures' }) },
      schema: {
        summary: 'Get a picture',
        description: 'It never changes. Ranges and If-None-Match are supported.',
        params: PictureParams,
        response: { 200: { content: { 'image/webp': { schema: PictureFile } } } },
      },
    },
    async (request, reply) => {
      const { hash } = request.params
      const size = Number(request.params.size) as PictureSize
      const content = await findPictureFile(ctx, { hash, size })
      if (!content) throw new AppError('not_found', 'There is no such picture.')
      return sendPicture(request, reply, { content, tag: `"${hash}-${size}"` })
    },
  )
}

/** @throws {AppError} `invalid_input` for a JSON body, or none. */
function readFile(body: unknown): Buffer {
  if (Buffer.isBuffer(body) && body.length > 0) return body
  throw invalidInput('Send the picture as the body, with its content type.')
}

export const mediaFeature: Feature<{ access: Access }> = { tag: 'media', routes: [mediaRoutes] }
